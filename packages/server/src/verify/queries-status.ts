import { companyRead, companyRows } from '../platform/db/statements.ts'

/** Returns the ids of machines with at least one processed event, ascending. */
export const machinesWithStatus = companyRead<{ equipmentId: number }, number[]>(
  'verify.processed_machines',
  'select equipment_id from machine_state where company_id = $1 and head_at is not null order by 1',
  (rows) => rows.map((row) => row.equipmentId),
)

export interface LatestRow {
  readonly equipmentId: number
  readonly storedAt: number
  readonly latestAt: number | null
}

/**
 * Returns machines whose stored latest cycle (`latestAt`) has another time than the last processed cycle in the event log
 * (`storedAt`), both epoch ms; `latestAt` null: it has no latest cycle. Machines without a cycle in the log are left out. There
 * should be none.
 */
export const latestApart = companyRows<LatestRow>(
  'verify.latest_apart',
  `select m.equipment_id, c.occurred_at as stored_at, (m.latest::jsonb -> 'cycle' ->> 'at')::bigint as latest_at
        from machine_state m, lateral (select occurred_at from event e where e.company_id = $1 and e.equipment_id = m.equipment_id
            and e.is_primary and e.kind = 1 and e.occurred_at <= greatest(m.head_at, (m.latest::jsonb -> 'cycle' ->> 'at')::bigint)
            order by occurred_at desc limit 1) c
        where m.company_id = $1 and m.head_at is not null
          and (m.latest::jsonb -> 'cycle' ->> 'at')::bigint is distinct from c.occurred_at order by 1`,
)
