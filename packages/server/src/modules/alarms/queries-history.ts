import type { AlarmPart } from '@millwatch/contract/shapes/alarm'
import type { TripValue } from '@millwatch/domain/alarms'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRows } from '../../platform/db/statements.ts'
import { type PartHistoryRow, partHistoryOfTrips } from '../parts/index.ts'
import { withOutputStates } from './output-state.ts'
import type { Outputs, StoredArgs } from './queries.ts'

/** Trip of an alarm, or completion of maintenance that was not tripped (`kind` `early`). Instants are epoch ms. */
export interface TripRow {
  readonly alarmTripId: number
  readonly alarmId: number
  readonly equipmentId: number
  readonly trippedAt: number
  /** Null: the trip lasts. */
  readonly clearedAt: number | null
  readonly knownAt: number
  readonly kind: 'announced' | 'late' | 'withdrawn' | 'early'
  readonly value: TripValue | null
  readonly args: StoredArgs
  readonly argsLatest: StoredArgs | null
  readonly deviceOutputConfig: Outputs
  readonly outputState: string | null
  readonly acknowledgedAt: number | null
  readonly acknowledgedBy: number | null
  readonly acknowledgedNotes: string | null
  readonly acknowledgedParts: readonly Static<typeof AlarmPart>[] | null
}

/** Trip with the parts that its completion replaced or worked on; none: an empty list. */
export interface TripWithParts extends TripRow {
  readonly usedParts: readonly (PartHistoryRow & { readonly number: string })[]
}

const columns = `t.alarm_trip_id, t.alarm_id, t.equipment_id, t.tripped_at, t.cleared_at, t.known_at, t.kind, t.value, t.args,
  t.args_latest, t.device_output_config, t.output_state, t.acknowledged_at, t.acknowledged_by, t.acknowledged_notes,
  t.acknowledged_parts`

const historyRows = companyRows<TripRow, [alarmIds: readonly number[], limit: number, offset: number]>(
  'alarms.history',
  `select t.* from unnest($2::bigint[]) as wanted (id) cross join lateral (
      select ${columns} from alarm_trip t where t.company_id = $1 and t.alarm_id = wanted.id
      order by t.tripped_at desc, t.alarm_trip_id desc limit $3 offset $4) t
    order by t.tripped_at desc, t.alarm_trip_id desc`,
)

/**
 * Returns at most `limit` rows of the history of each alarm, after leaving out its `offset` newest ones. The rows of all alarms
 * are in one list, newest first; the state of their outputs is that of now.
 */
export async function historyOf(
  ctx: Ctx,
  alarmIds: readonly number[],
  limit: number,
  offset: number,
): Promise<TripWithParts[]> {
  return withUsedParts(ctx, await withOutputStates(ctx, await historyRows(ctx, alarmIds, limit, offset)))
}

async function withUsedParts<Trip extends TripRow>(ctx: Ctx, trips: readonly Trip[]) {
  const withParts = trips.filter((trip) => (trip.acknowledgedParts?.length ?? 0) > 0)
  const used = Map.groupBy(
    withParts.length === 0
      ? []
      : await partHistoryOfTrips(
          ctx,
          withParts.map((trip) => trip.alarmTripId),
        ),
    (row) => row.alarmTripId,
  )
  return trips.map((trip) => ({ ...trip, usedParts: used.get(trip.alarmTripId) ?? [] }))
}

/** Returns the number of rows of the history of an alarm: its trips and early completions; 0 for an unknown alarm. */
export const historyLength = companyRead<{ count: number }, number, [alarmId: number]>(
  'alarms.history_length',
  'select count(*) as count from alarm_trip where company_id = $1 and alarm_id = $2',
  ([row]) => row?.count ?? 0,
)

/** SQL of the completions of maintenance on the machines `$2`, of alarms of the types `$3`. */
const completed = `alarm_trip t join alarm a on a.company_id = t.company_id and a.alarm_id = t.alarm_id
    where t.company_id = $1 and a.equipment_id = any($2::bigint[]) and a.alarm_type_id = any($3::int[])
      and t.acknowledged_at is not null`

/**
 * SQL of the same completions, read from the latest on. It suits many machines, as their first page is found at once (`offset 0`
 * keeps this order).
 */
const completedFromLatest = `alarm_trip t cross join lateral (select alarm_type_id, equipment_id from alarm
      where company_id = t.company_id and alarm_id = t.alarm_id offset 0) a
    where t.company_id = $1 and a.equipment_id = any($2::bigint[]) and a.alarm_type_id = any($3::int[])
      and t.acknowledged_at is not null`

/** Number of machines from which on completions are read from the latest on. */
const MANY = 50

/** Completion of maintenance, with the type of its alarm. */
interface CompletionRow extends TripRow {
  readonly alarmTypeId: number
}

type OfMachines = [equipmentIds: readonly number[], typeIds: readonly number[]]

const completionRows = (name: string, from: string) =>
  companyRows<CompletionRow, [...OfMachines, limit: number, offset: number]>(
    name,
    `select ${columns}, a.alarm_type_id from ${from}
    order by t.acknowledged_at desc, t.alarm_trip_id desc limit $4 offset $5`,
  )
const rowsOfFew = completionRows('alarms.completions_of_few', completed)
const rowsOfMany = completionRows('alarms.completions_of_many', completedFromLatest)

/**
 * Returns at most `limit` completions of maintenance of these alarm types on machines, the latest first, after leaving out the
 * `offset` latest.
 */
export async function completionsOver(
  ctx: Ctx,
  equipmentIds: readonly number[],
  typeIds: readonly number[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const read = equipmentIds.length < MANY ? rowsOfFew : rowsOfMany
  return withUsedParts(ctx, await read(ctx, equipmentIds, typeIds, limit, offset))
}

interface Counted {
  readonly count: number
}
const countIn = ([row]: readonly Counted[]): number => row?.count ?? 0

const countOfFew = companyRead<Counted, number, OfMachines>(
  'alarms.completion_count_of_few',
  `select count(*) as count from ${completed}`,
  countIn,
)
/**
 * Returns the number of completions, for many machines. It counts those of all alarms first, by the index alone, as a join for
 * each row takes several times as long.
 */
const countOfMany = companyRead<Counted, number, OfMachines>(
  'alarms.completion_count_of_many',
  `select coalesce(sum(c.count), 0)::bigint as count
    from (select alarm_id, count(*) as count from alarm_trip where company_id = $1 and acknowledged_at is not null group by alarm_id) c
      join alarm a on a.company_id = $1 and a.alarm_id = c.alarm_id
    where a.equipment_id = any($2::bigint[]) and a.alarm_type_id = any($3::int[])`,
  countIn,
)

/** Returns the number of completions of maintenance of these types on machines. */
export const completionCount = (ctx: Ctx, equipmentIds: readonly number[], typeIds: readonly number[]) =>
  (equipmentIds.length < MANY ? countOfFew : countOfMany)(ctx, equipmentIds, typeIds)

/** Number of completions of an alarm, with the instants of the first and the latest (epoch ms; null: no completion). */
interface CompletionSpan {
  readonly count: number
  readonly firstAt: number | null
  readonly latestAt: number | null
}

/**
 * Returns the number of completions of the maintenance of an alarm, and the instants (epoch ms) of the first and the latest; 0
 * and null without any.
 */
export const completionSpan = companyRead<CompletionSpan, CompletionSpan, [alarmId: number]>(
  'alarms.completion_span',
  `select count(*) as count, min(acknowledged_at) as first_at, max(acknowledged_at) as latest_at from alarm_trip
    where company_id = $1 and alarm_id = $2 and acknowledged_at is not null`,
  ([row]) => row ?? { count: 0, firstAt: null, latestAt: null },
)

/** Returns at most `limit` rows of the history of alarms that begin in `[from, to)` (epoch ms), newest first. */
export const historyBetween = companyRows<
  TripRow,
  [alarmIds: readonly number[], from: number, to: number, limit: number]
>(
  'alarms.history_between',
  `select ${columns} from alarm_trip t where t.company_id = $1 and t.alarm_id = any($2::bigint[])
      and t.tripped_at >= $3 and t.tripped_at < $4
    order by t.tripped_at desc, t.alarm_trip_id desc limit $5`,
)
