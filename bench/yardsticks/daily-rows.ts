import { bucketsOf, dateOfDay, type Range } from '@millwatch/domain/time'
import { ZONE } from '../fill/plan.ts'
import type { Owner } from '../lib/owner.ts'

const week = { zone: ZONE, dayStartMin: 0, firstWeekday: 0 } as const
const classes = ['running', 'down_short', 'down_excessive', 'offline', 'powered_off']
const sums = (columns: readonly string[]) => columns.map((column) => `sum(${column}) as ${column}`).join(', ')

const allShifts = {
  name: 'bare.days',
  text: `select equipment_id, bucket, ${sums([
    ...classes.flatMap((name) => [`${name}_in_ms`, `${name}_out_ms`]),
    'cycles',
    'parts',
  ])}
    from (select *, width_bucket(day_from, $5::bigint[]) as bucket from rollup_day
      where company_id = $1 and equipment_id = any($2) and day_from >= $3 and day_from < $4) as d
    group by grouping sets ((equipment_id), (bucket))`,
}
const oneShift = {
  name: 'bare.shift_days',
  text: `select equipment_id, bucket, ${sums([...classes.map((name) => `${name}_ms`), 'cycles', 'parts'])}
    from (select *, width_bucket(shift_date, $5::int[]) as bucket from rollup_day_shift
      where company_id = $1 and equipment_id = any($2) and day_from >= $3 and day_from < $4 and shift = $6) as d
    group by grouping sets ((equipment_id), (bucket))`,
}

export interface DailyQuestion {
  readonly equipmentIds: readonly number[]
  readonly period: Range
  readonly interval: 86_400 | 604_800
  /** Shift to read; absent: all shifts. */
  readonly shift?: number
}

/**
 * Runs the statement that a person would write by hand for a unit's page from stored daily sums: sums of each machine, and of all
 * by day or week. Returns the time in ms, including reading the rows. Throws an error if there are fewer sums than machines.
 */
export async function readDaily(
  owner: Owner,
  { equipmentIds, period, interval, shift }: DailyQuestion,
): Promise<number> {
  const buckets = bucketsOf(period, interval, week)
  const starts = buckets.map(({ from, firstDay }) => (shift === undefined ? from : dateOfDay(firstDay)))
  const values: unknown[] = [1, equipmentIds, period.from, period.to, starts]
  const began = performance.now()
  const { rowCount } = await owner.client.query(
    shift === undefined ? { ...allShifts, values } : { ...oneShift, values: [...values, shift] },
  )
  const ms = performance.now() - began
  if ((rowCount ?? 0) < equipmentIds.length) throw new Error(`The daily rows gave ${rowCount} sums`)
  return ms
}
