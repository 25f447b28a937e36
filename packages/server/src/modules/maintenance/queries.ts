import type { DaySums } from '@millwatch/domain/maintenance'
import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRow, companyRows } from '../../platform/db/statements.ts'

/** Alarm of maintenance, without what its list does not show. Instants are epoch ms. */
export interface MaintenanceRow {
  readonly alarmId: number
  readonly equipmentId: number
  readonly alarmTypeId: number
  readonly notes: string
  /** Amount at which it is due. */
  readonly limit: number
  /** Amount so far; null: nothing was counted since the base. */
  readonly amount: number | null
  /** Unit of type 7; null: cycles or hours. */
  readonly unit: 'hours' | 'days' | 'weeks' | 'months' | null
  readonly baseAt: number
  readonly trippedAt: number | null
}

const rows = `select a.alarm_id, a.equipment_id, a.alarm_type_id, left(a.args->>'notes', 400) as notes,
    coalesce(a.args->'cycle_count', a.args->'runtime_hours', a.args->'duration')::float8 as "limit",
    coalesce(a.args_latest->'cycle_count', a.args_latest->'runtime_hours', a.args_latest->'duration')::float8 as amount,
    a.args->>'duration_unit' as unit, a.base_at, o.tripped_at
  from alarm a left join alarm_trip o on o.company_id = a.company_id and o.alarm_id = a.alarm_id and o.cleared_at is null
  where a.company_id = $1`

/** Returns the maintenance of machines, in no order, by the ids of its alarm types. */
export const maintenanceOver = companyRows<
  MaintenanceRow,
  [equipmentIds: readonly number[], typeIds: readonly number[]]
>('maintenance.over', `${rows} and a.equipment_id = any($2::bigint[]) and a.alarm_type_id = any($3::int[])`)

/** Returns one alarm of maintenance; undefined if there is none, or the alarm is of another type. */
export const findMaintenance = companyRow<MaintenanceRow, [alarmId: number, typeIds: readonly number[]]>(
  'maintenance.find',
  `${rows} and a.alarm_id = $2 and a.alarm_type_id = any($3::int[])`,
)

/** Whole days of a machine, added up. */
export interface MachineDays {
  readonly cycles: DaySums
  /** Hours of running. */
  readonly hours: DaySums
}

/** Machine with the instant (epoch ms) from which its days count. */
export interface MachineFrom {
  readonly equipmentId: number
  readonly from: number
}

const HOURS = '((d.running_in_ms + d.running_out_ms) / 3600000.0::float8)'
const CYCLES = 'coalesce(d.cycles, 0)::float8'

/**
 * Returns by machine id the sums of its whole days since an instant, from the stored sums of days. The day of the first evidence
 * is left out, and the present one. Machines without such a day are missing.
 */
export async function daysOver(ctx: Ctx, machines: readonly MachineFrom[]): Promise<ReadonlyMap<number, MachineDays>> {
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
      text: `select m.id as equipment_id, s.* from unnest($2::bigint[], $3::bigint[]) as m (id, from_ms) cross join lateral (
          select count(*) as days, sum(${CYCLES}) as cycles, sum(${CYCLES} * ${CYCLES}) as cycles_squared,
            sum(${HOURS}) as hours, sum(${HOURS} * ${HOURS}) as hours_squared
          from rollup_state b join rollup_day d on d.company_id = b.company_id and d.equipment_id = b.equipment_id
          where b.company_id = $1 and b.equipment_id = m.id
            and d.day_from >= m.from_ms and d.day_from > b.built_from and d.day_to <= b.built_to) s
        where s.days > 0`,
    },
    [
      ctx.companyId,
      numberArray(machines.map(({ equipmentId }) => equipmentId)),
      numberArray(machines.map(({ from }) => from)),
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
