import type { PartAction } from '@millwatch/domain/parts'
import type { Ctx } from '../../platform/ctx.ts'
import { companyRow, companyRows } from '../../platform/db/statements.ts'
import { machinesWithStopsNear } from '../status/index.ts'

/** Row of part history: the action on a part of a machine and its quantity. Instants are epoch ms. */
export interface PartHistoryRow {
  readonly historyId: number
  readonly partId: number
  readonly equipmentId: number
  readonly action: PartAction
  readonly qty: number
  /** Instant of the work, epoch ms. */
  readonly createdAt: number
  /** Id of the author; null: another caller than a person wrote the row. */
  readonly writtenBy: number | null
  /**
   * Start (epoch ms) of the stop as it was when the row was written, and in `to` its end then; null: the work was not done during
   * a stop.
   */
  readonly from: number | null
  readonly to: number | null
  /**
   * Id of the completed maintenance in the history of its alarm; null: the work was done during a stop, or the alarm was deleted.
   */
  readonly alarmTripId: number | null
}

/** Row of part history about work during a stop. */
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
 * Returns the part history written on stops of machines, by machine, then by instant of the work. A row is returned if its stop,
 * as it was when the row was written, overlaps `[from, to)` (epoch ms) or a stop, as it is stored now, that touches this range.
 */
export const partHistoryOver = (ctx: Ctx, equipmentIds: readonly number[], from: number, to: number) =>
  onSpans(ctx, equipmentIds, from, to, Number.MAX_SAFE_INTEGER)

/** Returns the part history of completed maintenance, with the number of each part, by trip and then oldest first. */
export const partHistoryOfTrips = companyRows<PartHistoryRow & { number: string }, [tripIds: readonly number[]]>(
  'parts.history_of_trips',
  `select ${columns}, p.number from critical_part_history h
    join critical_part p on p.company_id = h.company_id and p.critical_part_id = h.critical_part_id
    where h.company_id = $1 and h.alarm_trip_id = any($2::bigint[]) order by h.alarm_trip_id, h.critical_part_history_id`,
)

/**
 * Returns the part history of machines with its instant of work in `[from, to)` (epoch ms), latest first. `alarmId` is the alarm
 * of a completed maintenance; null for work during a stop, and after the alarm was deleted.
 */
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

/**
 * Returns for each part the instant (epoch ms) of the latest work on it on these machines before `before`; omits parts without
 * work.
 */
export const lastMaintained = companyRows<
  { partId: number; maintainedAt: number },
  [equipmentIds: readonly number[], before: number]
>(
  'parts.last_maintained',
  `select critical_part_id as "partId", max(created_at) as "maintainedAt" from critical_part_history
    where company_id = $1 and equipment_id = any($2::bigint[]) and created_at < $3 group by critical_part_id`,
)
