import type { Ctx } from '../../platform/ctx.ts'
import { companyHas, companyRead, companyRun } from '../../platform/db/statements.ts'
import type { AlarmRow } from './queries.ts'
import type { TripRow } from './queries-history.ts'

/** Acknowledgement of a trip by a person, with notes and parts; null: none. */
export interface Acknowledgement extends Pick<TripRow, 'acknowledgedNotes' | 'acknowledgedParts'> {
  /** Instant of the acknowledgement, epoch ms. */
  readonly acknowledgedAt: number
  readonly acknowledgedBy: number
}

type Values = [tripId: number, at: number, by: number, notes: string | null, parts: string | null]

const update = `update alarm_trip
    set acknowledged_at = $3, acknowledged_by = $4, acknowledged_notes = $5, acknowledged_parts = $6::jsonb
    where company_id = $1 and alarm_trip_id = $2`
const acknowledge = companyRun<Values>('alarms.acknowledge', update)
const acknowledgeNew = companyHas<Values>(
  'alarms.acknowledge_new',
  `${update} and acknowledged_at is null returning alarm_trip_id`,
)

const valuesOf = (tripId: number, given: Acknowledgement): Values => [
  ...([tripId, given.acknowledgedAt, given.acknowledgedBy, given.acknowledgedNotes] as const),
  partsOf(given),
]

/** Stores the acknowledgement of a trip, in place of an earlier one. */
export const acknowledgeTrip = (ctx: Ctx, tripId: number, given: Acknowledgement): Promise<void> =>
  acknowledge(ctx, ...valuesOf(tripId, given))

/** Stores the acknowledgement of a trip and returns true; returns false, and stores nothing, if the trip has one already. */
export const acknowledgeNewTrip = (ctx: Ctx, tripId: number, given: Acknowledgement): Promise<boolean> =>
  acknowledgeNew(ctx, ...valuesOf(tripId, given))

const partsOf = ({ acknowledgedParts }: Acknowledgement): string | null =>
  acknowledgedParts === null ? null : JSON.stringify(acknowledgedParts)

/**
 * Ends the present trip of an alarm at `at` (epoch ms), or at the beginning of the trip if that is later. Does nothing if the
 * alarm is not tripped.
 */
export const clearTrip = companyRun<[alarmId: number, at: number]>(
  'alarms.clear_trip',
  `update alarm_trip set cleared_at = greatest(tripped_at, $3) where company_id = $1 and alarm_id = $2 and cleared_at is null`,
)

const insertEarlyTrip = companyRead<
  { id: number },
  number,
  [number, number, number, args: string, latest: string | null, by: number, string | null, string | null]
>(
  'alarms.insert_early',
  `insert into alarm_trip (company_id, alarm_id, equipment_id, tripped_at, cleared_at, known_at, kind, args, args_latest,
      device_output_config, acknowledged_at, acknowledged_by, acknowledged_notes, acknowledged_parts)
    values ($1, $2, $3, $4, $4, $4, 'early', $5::jsonb, $6::jsonb, '{}', $4, $7, $8, $9::jsonb) returning alarm_trip_id as id`,
  ([row]) => row?.id ?? 0,
)

/** Adds a row of the history for maintenance that was completed before it tripped, and returns its id. */
export function insertEarly(ctx: Ctx, alarm: AlarmRow, given: Acknowledgement): Promise<number> {
  const { alarmId, equipmentId, args, argsLatest } = alarm
  const latest = argsLatest === null ? null : JSON.stringify(argsLatest)
  const { acknowledgedAt, acknowledgedBy, acknowledgedNotes } = given
  const values = [JSON.stringify(args), latest, acknowledgedBy, acknowledgedNotes, partsOf(given)] as const
  return insertEarlyTrip(ctx, alarmId, equipmentId, acknowledgedAt, ...values)
}

/** Completion of maintenance from before Millwatch kept its history. Instants are epoch ms. */
export interface CompletedMaintenance {
  readonly trippedAt: number
  readonly completedAt: number
  /** True: the maintenance was completed before it was due. */
  readonly isEarly: boolean
  readonly notes: string
}

const insertCompletedTrips = companyRun<[alarmId: number, by: number, rows: string]>(
  'alarms.insert_completed',
  `insert into alarm_trip (company_id, alarm_id, equipment_id, tripped_at, cleared_at, known_at, kind, args, args_latest,
      device_output_config, acknowledged_at, acknowledged_by, acknowledged_notes, acknowledged_parts)
    select a.company_id, a.alarm_id, a.equipment_id, r."trippedAt", r."completedAt", r."trippedAt",
      case when r."isEarly" then 'early' else 'announced' end, a.args, case when not r."isEarly" then a.args - 'notes' end,
      '{}', r."completedAt", $3, r.notes, '[]'
    from alarm a, jsonb_to_recordset($4::jsonb) r ("trippedAt" bigint, "completedAt" bigint, "isEarly" boolean, notes text)
    where a.company_id = $1 and a.alarm_id = $2 order by r."trippedAt"`,
)

/**
 * Adds completions of maintenance to the history of an alarm, in the name of a person; the count of the alarm is left as it is.
 */
export const insertCompleted = (
  ctx: Ctx,
  alarmId: number,
  userId: number,
  rows: readonly CompletedMaintenance[],
): Promise<void> => insertCompletedTrips(ctx, alarmId, userId, JSON.stringify(rows))

/** Restarts the count of maintenance at `at` (epoch ms), and removes the amounts counted so far. */
export const countFrom = companyRun<[alarmId: number, at: number]>(
  'alarms.count_from',
  'update alarm set base_at = $3, args_latest = null where company_id = $1 and alarm_id = $2',
)

/**
 * Stores that a person has seen the present trips of these alarms at `at` (epoch ms). Trips seen before keep their time; alarms
 * that are not tripped are left out.
 */
export const insertSeen = companyRun<[alarmIds: readonly number[], userId: number, at: number]>(
  'alarms.insert_seen',
  `insert into alarm_seen (company_id, alarm_trip_id, user_id, seen_at)
    select company_id, alarm_trip_id, $3, $4 from alarm_trip
    where company_id = $1 and alarm_id = any($2::bigint[]) and cleared_at is null on conflict do nothing`,
)
