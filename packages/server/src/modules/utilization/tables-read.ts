import { FACTS_LENGTH, noSums, SUM, type Sums, timeClass } from '@millwatch/domain/utilization'
import { numberArray } from '../../platform/db/arrays.ts'
import { eventColumns } from './queries-rollups.ts'

/** Choice of the sums to read from rollups, and of their grouping. */
export interface ReadChoice {
  readonly shift: number | null
  /** Starts of buckets; null: no buckets. With `byDate` their first days, as 20260308. */
  readonly starts: readonly number[] | null
  readonly byDate: boolean
  readonly averages: boolean
  /** True when only the first sums are needed, through running time outside shift history. */
  readonly onlyUtilization: boolean
  readonly money: boolean
  /**
   * True when many machines share a plan. Rows are stored in time order, so reading machine by machine would load a
   * page per row. Index scans by machine are therefore avoided, and rows are read in stored order.
   */
  readonly isWide: boolean
  /** Number of days, of all machines together, that are read at once if each leaves the database by itself. */
  readonly daysAtOnce: number
  /** True when there are so many buckets that days are read once for the machines and once more for the buckets. */
  readonly isApart: boolean
}

export const classes = ['running', 'down_short', 'down_excessive', 'offline', 'powered_off'] as const
export type Class = (typeof classes)[number]

/** Builds SQL for the time (ms) of one class in a rollup row, inside and outside shift history. */
export interface Times {
  inside(name: Class): string
  outside(name: Class): string
}

/**
 * Returns an SQL expression that joins the sums into one text, in the order of `Sums`; `sumsIn` reads it. Sums at the
 * end that are not requested are left out.
 */
export function sumsOf({ inside, outside }: Times, { averages, money, starts }: ReadChoice): string {
  const times = [...classes.map(inside), ...classes.map(outside)]
  const facts = eventColumns.slice(0, averages ? eventColumns.length : 2).map((name) => `r.${name}`)
  const list = [...times, ...facts].map((value) => (value === '0' ? '0' : `sum(${value})`))
  if (money && starts !== null) {
    while (list.length < FACTS_LENGTH) list.push('0')
    const scheduled = classes.map(inside).join(' + ')
    for (const time of [inside('running'), outside('running'), inside('down_short'), scheduled])
      list.push(`sum(p.revenue * (${time}))`)
    list.push(`sum(p.rate * (${scheduled}))`)
  }
  return `array_to_string(array[${list}]::float8[], ',', '') as sums`
}

/**
 * Returns SQL of the times and the first facts of one row `r`, in the order of `Sums`; facts that are missing are 0. For
 * `onlyUtilization` it returns the first times.
 */
export function valuesOfDay({ inside, outside }: Times, { onlyUtilization }: ReadChoice): string[] {
  const times = [...classes.map(inside), ...classes.map(outside)]
  if (onlyUtilization) return times.slice(0, SUM.outside + timeClass.running + 1)
  return [...times, ...eventColumns.slice(0, 2).map((name) => `coalesce(r.${name}, 0)`)]
}

/**
 * Returns an SQL expression like that of `sumsOf` for scheduled time, `r.ms`: it counts as offline time inside shift
 * history. `more` has further sums by their index in `Sums`.
 */
export function scheduledSums(
  { money, starts }: Pick<ReadChoice, 'money' | 'starts'>,
  more: Readonly<Record<number, string>> = {},
): string {
  const sums: Record<number, string> = { [SUM.inside + timeClass.offline]: 'sum(r.ms)', ...more }
  if (money && starts !== null) {
    sums[SUM.worthOfScheduled] = 'sum(p.revenue * r.ms)'
    sums[SUM.expectedParts] = 'sum(p.rate * r.ms)'
  }
  const length = Math.max(...Object.keys(sums).map(Number)) + 1
  const list = Array.from({ length }, (_, index) => sums[index] ?? '0')
  return `array_to_string(array[${list}]::float8[], ',', '') as sums`
}

/**
 * Collects the parameters of an SQL statement and returns their placeholders, numbered in order of use; $1 is the
 * company.
 */
export class Parameters {
  readonly values: unknown[]

  constructor(companyId: number) {
    this.values = [companyId]
  }

  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }

  numbers<T>(list: readonly T[], numberOf: (item: T) => number, type: string): string {
    return this.add(numberArray(list.map(numberOf)), `${type}[]`)
  }
}

/** Returns the name of the prepared statement for a choice: queries with different text get different names. */
export const nameOf = (
  query: string,
  { shift, starts, byDate, averages, money, isWide }: Omit<ReadChoice, 'onlyUtilization' | 'daysAtOnce'>,
): string =>
  [
    `utilization.${query}`,
    shift === null ? 'all' : 'shift',
    starts === null ? 'whole' : byDate ? 'dates' : 'buckets',
    averages ? 'avg' : '',
    money ? 'money' : '',
    isWide ? 'wide' : '',
  ].join('_')

/** Returns the earliest start (epoch ms); `Infinity` without parts. */
export const leastOf = (parts: readonly { from: number }[]): number => Math.min(...parts.map((part) => part.from))

/** Returns the latest end (epoch ms); `-Infinity` without parts. */
export const mostOf = (parts: readonly { to: number }[]): number => Math.max(...parts.map((part) => part.to))

/**
 * Returns SQL for the index, from 0, of the bucket that contains `place` (SQL): the last one of the ascending `starts` that is not
 * after it; -1 before the first.
 */
export const bucketOf = (q: Parameters, place: string, starts: readonly number[]): string =>
  `width_bucket((${place})::bigint, ${q.numbers(starts, (start) => start, 'bigint')}) - 1`

/** Parses sums that a query joined by commas, in the order of `SUM`. */
export function sumsIn(text: string): Sums {
  const sums = noSums()
  const values = text.split(',')
  for (let i = 0; i < values.length; i++) sums[i] = Number(values[i])
  return sums
}
