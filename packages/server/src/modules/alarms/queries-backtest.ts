import { companyRead } from '../../platform/db/statements.ts'

/**
 * Returns the instant (epoch ms) of the earliest of the latest `most` events of a machine after `from` (epoch ms, exclusive), of
 * all kinds; null when there are fewer than `most`.
 */
export const firstOfLatestEvents = companyRead<
  { at: number },
  number | null,
  [equipmentId: number, most: number, from: number]
>(
  'alarms.first_of_latest_events',
  `select occurred_at as at from event where company_id = $1 and equipment_id = $2 and occurred_at > $4
    order by occurred_at desc offset $3 - 1 limit 1`,
  ([row]) => row?.at ?? null,
)
