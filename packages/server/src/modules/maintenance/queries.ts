import type { DaySums } from '@millwatch/domain/maintenance'
import type { Range } from '@millwatch/domain/time'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { doublesIn } from '../../platform/db/packed.ts'
import { companyRead } from '../../platform/db/statements.ts'

/**
 * Alarm of maintenance with the fields that its list shows, without its notes. Instants are epoch ms; `trippedAt` is null unless
 * it is overdue.
 */
export interface MaintenanceRow {
  readonly alarmId: number
  readonly equipmentId: number
  readonly alarmTypeId: number
  /** Amount at which the maintenance is due. */
  readonly limit: number
  /** Amount since `baseAt`; null: nothing has been counted since then. */
  readonly amount: number | null
  /** Unit of maintenance by the calendar (type 7); null for the other types, whose amounts are cycles or hours. */
  readonly unit: 'hours' | 'days' | 'weeks' | 'months' | null
  readonly baseAt: number
  readonly trippedAt: number | null
}

const units = ['hours', 'days', 'weeks', 'months'] as const

/** Returns SQL for the amount in the arguments `column` of an alarm of type 5, 6 or 7, as a double. */
const amountIn = (column: string) =>
  `(case a.alarm_type_id when 5 then ${column}->'cycle_count' when 6 then ${column}->'runtime_hours' else ${column}->'duration' end)::float8`

/**
 * SQL of the doubles of a row as bytes, in the order in which `unpacked` reads them, with NaN for null. Reading ten thousand rows
 * so takes a fraction of the time of ordinary columns.
 */
const packed = `lseg_send(lseg(point(a.alarm_id, a.equipment_id), point(a.alarm_type_id, ${amountIn('a.args')})))
  || lseg_send(lseg(point(coalesce(${amountIn('a.args_latest')}, 'NaN'), coalesce(o.tripped_at, 'NaN'::float8)),
    point(a.base_at, case a.alarm_type_id when 7 then array_position('{${units}}', a.args->>'duration_unit') - 1 else -1 end)))`
const DOUBLES = 8

const rowsOf = `select encode(string_agg(${packed}, ''::bytea), 'base64') as maintenance
  from alarm a left join alarm_trip o on o.company_id = a.company_id and o.alarm_id = a.alarm_id and o.cleared_at is null
  where a.company_id = $1`

type Packed = { readonly maintenance: string | null }

/**
 * Returns the maintenance of these machines whose alarm type is in `typeIds`, in no order; an empty list of either selects
 * nothing.
 */
export const maintenanceOver = companyRead<
  Packed,
  MaintenanceRow[],
  [equipmentIds: readonly number[], typeIds: readonly number[]]
>('maintenance.over', `${rowsOf} and a.equipment_id = any($2::bigint[]) and a.alarm_type_id = any($3::int[])`, unpacked)

/** Returns one alarm of maintenance; undefined if there is none, or its type is not in `typeIds`. */
export const findMaintenance = companyRead<
  Packed,
  MaintenanceRow | undefined,
  [alarmId: number, typeIds: readonly number[]]
>('maintenance.find', `${rowsOf} and a.alarm_id = $2 and a.alarm_type_id = any($3::int[])`, (rows) => unpacked(rows)[0])

function unpacked([row]: readonly Packed[]): MaintenanceRow[] {
  const doubles = doublesIn(row?.maintenance ?? null)
  const rows: MaintenanceRow[] = []
  for (let i = 0; i < doubles.length; i += DOUBLES) {
    const at = (column: number) => doubles[i + column] as number
    rows.push({
      alarmId: at(0),
      equipmentId: at(1),
      alarmTypeId: at(2),
      limit: at(3),
      amount: orNull(at(4)),
      trippedAt: orNull(at(5)),
      baseAt: at(6),
      unit: units[at(7)] ?? null,
    })
  }
  return rows
}

const orNull = (double: number): number | null => (Number.isNaN(double) ? null : double)

/** Returns the first 400 characters of the notes of alarms, by alarm id. Alarms that do not exist are missing. */
export const notesOf = companyRead<
  { readonly alarmId: number; readonly notes: string },
  ReadonlyMap<number, string>,
  [alarmIds: readonly number[]]
>(
  'maintenance.notes',
  `select alarm_id, left(args->>'notes', 400) as notes from alarm where company_id = $1 and alarm_id = any($2::bigint[])`,
  (rows) => new Map(rows.map(({ alarmId, notes }) => [alarmId, notes])),
)

/** Sums over whole days of a machine, of cycles and of hours of running. */
export interface MachineDays {
  readonly cycles: DaySums
  /** Hours of running per day, summed. */
  readonly hours: DaySums
}

/** Machine with the range (epoch ms) within which its days are summed; the range ends with the last whole day. */
export interface MachineRange extends Range {
  readonly equipmentId: number
}

const HOURS = '((d.running_in_ms + d.running_out_ms) / 3600000.0::float8)'
const CYCLES = 'coalesce(d.cycles, 0)::float8'

/**
 * Returns by machine id the number of whole days in its range, and over these days the sums, and the sums of squares, of cycles
 * and running hours per day. It reads the stored sums of days. The day of the first evidence and a day that is not summed up to
 * its end yet are left out. Machines without a whole day are missing.
 */
export async function daysOver(ctx: Ctx, machines: readonly MachineRange[]): Promise<ReadonlyMap<number, MachineDays>> {
  if (machines.length === 0) return new Map()
  const found = await ctx.tx.prepared<{
    equipmentId: number
    days: number
    cycles: number
    cyclesSquared: number
    hours: number
    hoursSquared: number
  }>(
    {
      name: 'maintenance.days',
      text: `select d.equipment_id, count(*) as days, sum(${CYCLES}) as cycles, sum(${CYCLES} * ${CYCLES}) as cycles_squared,
          sum(${HOURS}) as hours, sum(${HOURS} * ${HOURS}) as hours_squared
        from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as m (id, from_ms, to_ms)
          join rollup_state b on b.company_id = $1 and b.equipment_id = m.id
          join rollup_day d on d.company_id = $1 and d.equipment_id = m.id
        where d.day_from >= $5 and d.day_from >= m.from_ms and d.day_from > b.built_from
          and d.day_to <= m.to_ms and (d.day_to < b.built_to or d.day_to = m.to_ms)
        group by d.equipment_id`,
    },
    [
      ctx.companyId,
      numberArray(machines.map(({ equipmentId }) => equipmentId)),
      numberArray(machines.map(({ from }) => from)),
      numberArray(machines.map(({ to }) => to)),
      machines.reduce((least, { from }) => Math.min(least, from), Number.MAX_SAFE_INTEGER),
    ],
  )
  return new Map(
    found.map(({ equipmentId, days, cycles, cyclesSquared, hours, hoursSquared }) => [
      equipmentId,
      {
        cycles: { days, sum: cycles, squares: cyclesSquared },
        hours: { days, sum: hours, squares: hoursSquared },
      },
    ]),
  )
}
