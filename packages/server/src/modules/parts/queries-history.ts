import type { PartAction } from '@millwatch/domain/parts'
import type { Ctx } from '../../platform/ctx.ts'
import { companyRow, companyRows } from '../../platform/db/statements.ts'
import { machinesWithStopsNear } from '../status/index.ts'

/** Row of part history: what was done to a part of a machine. Instants are epoch ms. */
export interface PartHistoryRow {
  readonly historyId: number
  readonly partId: number
  readonly equipmentId: number
  readonly action: PartAction
  readonly qty: number
  /** Instant of the work. */
  readonly createdAt: number
  /** Author; null: not a person. */
  readonly writtenBy: number | null
  /** Time of the stop when it was written; null: not done during a stop. */
  readonly from: number | null
  readonly to: number | null
  /** Completed maintenance; null: done during a stop, or the alarm was deleted. */
  readonly alarmTripId: number | null
}

/** Row of part history that was written on a stop. */
export interface PartOnSpan extends PartHistoryRow {
  readonly from: number
  readonly to: number
}

const columns = `h.critical_part_history_id as "historyId", h.critical_part_id as "partId", h.equipment_id as "equipmentId",
  h.action_base as action, h.qty, h.created_at as "createdAt", h.written_by as "writtenBy", h.started_at as from, h.ended_at as to,
  h.alarm_trip_id as "alarmTripId"`

export const findPartHistory = companyRow<PartHistoryRow, [historyId: number]>(
  'parts.history_row',
  `select ${columns} from critical_part_history h where h.company_id = $1 and h.critical_part_history_id = $2`,
)

const onSpans = companyRows<PartOnSpan, [ids: readonly number[], from: number, to: number, forever: number]>(
  'parts.history_on_stops',
  `select ${columns}
    from ${machinesWithStopsNear}
    join critical_part_history h on h.company_id = $1 and h.equipment_id = machine.id and h.ended_at > near.began and h.started_at < near.ended
    order by h.equipment_id, h.created_at, h.critical_part_history_id`,
)

/**
 * Returns the part history written on stops of machines that overlaps `[from, to)` (epoch ms) or a stop that touches it, by
 * machine and instant of the work.
 */
export const partHistoryOver = (ctx: Ctx, equipmentIds: readonly number[], from: number, to: number) =>
  onSpans(ctx, equipmentIds, from, to, Number.MAX_SAFE_INTEGER)

/** Returns the part history of completed maintenance with the number of the part, by trip, oldest first. */
export const partHistoryOfTrips = companyRows<PartHistoryRow & { number: string }, [tripIds: readonly number[]]>(
  'parts.history_of_trips',
  `select ${columns}, p.number from critical_part_history h
    join critical_part p on p.company_id = h.company_id and p.critical_part_id = h.critical_part_id
    where h.company_id = $1 and h.alarm_trip_id = any($2::bigint[]) order by h.alarm_trip_id, h.critical_part_history_id`,
)

/** Returns the part history of machines with work in `[from, to)` (epoch ms), latest first, with the alarm of a completion. */
export const partHistoryBetween = companyRows<
  PartHistoryRow & { alarmId: number | null },
  [equipmentIds: readonly number[], from: number, to: number]
>(
  'parts.history_between',
  `select ${columns}, t.alarm_id as "alarmId" from critical_part_history h
    left join alarm_trip t on t.company_id = h.company_id and t.alarm_trip_id = h.alarm_trip_id
    where h.company_id = $1 and h.equipment_id = any($2::bigint[]) and h.created_at >= $3 and h.created_at < $4
    order by h.created_at desc, h.critical_part_history_id desc`,
)

/** Returns the latest work on each part of these machines before `before` (epoch ms); omits parts without any. */
export const lastMaintained = companyRows<
  { partId: number; maintainedAt: number },
  [equipmentIds: readonly number[], before: number]
>(
  'parts.last_maintained',
  `select critical_part_id as "partId", max(created_at) as "maintainedAt" from critical_part_history
    where company_id = $1 and equipment_id = any($2::bigint[]) and created_at < $3 group by critical_part_id`,
)
