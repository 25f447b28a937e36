import type { Shift, ShiftRow } from '@millwatch/domain/shifts'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { spanArrays } from '../../platform/db/arrays.ts'
import { doublesIn } from '../../platform/db/packed.ts'
import { companyRead } from '../../platform/db/statements.ts'

/** Row of shift history as stored. `edited`: a person entered or changed it, so schedules never overwrite it. */
export interface StoredShiftRow extends ShiftRow {
  readonly id: number
  readonly edited: boolean
}

const columns = `shift_history_id as id, shift, started_at as "startedAt", ended_at as "endedAt", zone, edited`

/** Returns the SQL of the rows of shift history that touch a range of each machine; `from` and `to` are SQL expressions. */
const touching = (machines: string, from: string, to: string) =>
  `select machine.id as "equipmentId", near.*
        from ${machines} cross join lateral (
          (select ${columns} from shift_history
            where company_id = $1 and equipment_id = machine.id and started_at <= ${from}
            order by started_at desc limit 1)
          union all
          (select ${columns} from shift_history
            where company_id = $1 and equipment_id = machine.id and started_at > ${from} and started_at < ${to})
        ) as near
        where near."endedAt" > ${from} and near."startedAt" < ${to}
        order by machine.id, near."startedAt"`

/**
 * Returns by machine id the rows of shift history that touch `[from, to)` (epoch ms), not clipped, ascending; omits
 * machines without any.
 */
export const shiftRowsTouching = companyRead<
  StoredShiftRow & { equipmentId: number },
  Map<number, StoredShiftRow[]>,
  [equipmentIds: readonly number[], from: number, to: number]
>('shifts.touching', touching('unnest($2::bigint[]) as machine (id)', '$3', '$4'), (rows) => byMachine(rows))

/** Range of the time of one machine (epoch ms). */
export interface RangeOfMachine extends Range {
  readonly equipmentId: number
}

const machineRanges = 'unnest($2::bigint[], $3::bigint[], $4::bigint[]) as machine (id, from_ms, to_ms)'

/**
 * Returns by machine id the rows of shift history that touch the range of their machine, not clipped, ascending; omits machines
 * without any. A machine may have one range.
 */
export const shiftRowsInRanges = async (
  ctx: Ctx,
  ranges: readonly RangeOfMachine[],
): Promise<Map<number, StoredShiftRow[]>> =>
  byMachine(
    await ctx.tx.prepared<StoredShiftRow & { equipmentId: number }>(
      { name: 'shifts.in_ranges', text: touching(machineRanges, 'machine.from_ms', 'machine.to_ms') },
      [ctx.companyId, ...spanArrays(ranges)],
    ),
  )

/** Factor of the start in the first double of a packed row of shift history; the shift (0 to 3) is added to the product. */
const SHIFTS = 4

/**
 * Returns the same rows as `shiftRowsTouching` without id and `edited`, ascending, by machine id; omits machines without rows.
 * For many machines at once: packed, the rows take a fraction of the time. Machines with the same history in the same zone share
 * one list.
 */
export const shiftsOfMany = companyRead<
  { equipmentId: number; zone: string; packed: string },
  ReadonlyMap<number, readonly ShiftRow[]>,
  [equipmentIds: readonly number[], from: number, to: number]
>(
  'shifts.of_many',
  `select machine.id as "equipmentId", near.zone,
          encode(string_agg(point_send(point(near.started_at * ${SHIFTS}::float8 + near.shift, near.ended_at)), ''::bytea order by near.started_at), 'base64') as packed
        from unnest($2::bigint[]) as machine (id) cross join lateral (
          (select shift, started_at, ended_at, zone from shift_history
            where company_id = $1 and equipment_id = machine.id and started_at <= $3
            order by started_at desc limit 1)
          union all
          (select shift, started_at, ended_at, zone from shift_history
            where company_id = $1 and equipment_id = machine.id and started_at > $3 and started_at < $4)
        ) as near
        where near.ended_at > $3 and near.started_at < $4
        group by machine.id, near.zone`,
  (rows) => {
    const lists = new Map<string, readonly ShiftRow[]>()
    const machines = new Map<number, readonly ShiftRow[]>()
    for (const { equipmentId, zone, packed } of rows) {
      const key = `${zone} ${packed}`
      const list = lists.get(key) ?? rowsIn(packed, zone)
      lists.set(key, list)
      // A machine that changed its zone has one list for each.
      const other = machines.get(equipmentId)
      machines.set(equipmentId, other ? [...other, ...list].sort((a, b) => a.startedAt - b.startedAt) : list)
    }
    return machines
  },
)

function rowsIn(packed: string, zone: string): ShiftRow[] {
  const doubles = doublesIn(packed)
  const rows: ShiftRow[] = []
  for (let i = 0; i < doubles.length; i += 2) {
    const start = doubles[i] as number
    const shift = (start % SHIFTS) as Shift
    rows.push({ shift, startedAt: (start - shift) / SHIFTS, endedAt: doubles[i + 1] as number, zone })
  }
  return rows
}

/** State of a machine in its shift history, and the next instant (epoch ms) at which that state may change. */
export interface ScheduledNow {
  readonly isScheduled: boolean
  /** Instant of the next start or end in shift history, epoch ms; null: there is none. */
  readonly changesAt: number | null
}

/**
 * Returns for each machine, by id, if its shift history has any row (of shift 0 to 3) at an instant (epoch ms), and when that may
 * change next. Every given machine has an entry.
 */
export const scheduledAt = companyRead<
  ScheduledNow & { id: number },
  Map<number, ScheduledNow>,
  [equipmentIds: readonly number[], at: number]
>(
  'shifts.scheduled_at',
  `select machine.id, coalesce(last.ended_at > $3, false) as "isScheduled",
          case when last.ended_at > $3 then last.ended_at else next.started_at end as "changesAt"
        from unnest($2::bigint[]) as machine (id)
        left join lateral (
          select ended_at from shift_history where company_id = $1 and equipment_id = machine.id and started_at <= $3
            order by started_at desc limit 1) as last on true
        left join lateral (
          select started_at from shift_history where company_id = $1 and equipment_id = machine.id and started_at > $3
            order by started_at limit 1) as next on true`,
  (rows) => new Map(rows.map(({ id, ...row }) => [id, row])),
)

/**
 * Returns by machine id the voids that touch the range of their machine, not clipped, ascending; omits machines without any. A
 * machine may have one range.
 */
export const voidsInRanges = async (ctx: Ctx, ranges: readonly RangeOfMachine[]): Promise<Map<number, Range[]>> =>
  byMachine(
    await ctx.tx.prepared<Range & { equipmentId: number }>(
      {
        name: 'shifts.voids_in_ranges',
        text: `select equipment_id as "equipmentId", started_at as "from", ended_at as "to"
          from ${machineRanges} join shift_void on company_id = $1 and equipment_id = machine.id
            and started_at < machine.to_ms and ended_at > machine.from_ms
          order by equipment_id, started_at`,
      },
      [ctx.companyId, ...spanArrays(ranges)],
    ),
  )

function byMachine<Row extends { equipmentId: number }>(rows: readonly Row[]): Map<number, Omit<Row, 'equipmentId'>[]> {
  const machines = new Map<number, Omit<Row, 'equipmentId'>[]>()
  for (const { equipmentId, ...row } of rows) {
    const list = machines.get(equipmentId)
    if (list) list.push(row)
    else machines.set(equipmentId, [row])
  }
  return machines
}
