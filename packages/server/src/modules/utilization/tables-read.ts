import { FACTS_LENGTH, noSums, SUM, type Sums, timeClass } from '@millwatch/domain/utilization'
import { numberArray } from '../../platform/db/arrays.ts'
import { eventColumns } from './queries-rollups.ts'

/** Choice of the sums to read from rollups, and of the keys by which they are grouped. */
export interface ReadChoice {
  readonly shift: number | null
  /** Starts of buckets (epoch ms); null: no buckets. With `byDate` their first days, as 20260308. */
  readonly starts: readonly number[] | null
  readonly byDate: boolean
  readonly averages: boolean
  /** True when only the first sums of `Sums` are read, up to running time outside shift history. */
  readonly onlyUtilization: boolean
  readonly money: boolean
  /**
   * True when many machines share a plan. Rows are stored in time order, so reading machine by machine would load a page per row;
   * they are then read in stored order, without index scans by machine.
   */
  readonly isWide: boolean
  /** Number of days, of all machines together, that are read at once if the days are not summed by the database. */
  readonly daysAtOnce: number
  /** True when there are so many buckets that days are read twice: for the machines and for the buckets. */
  readonly isApart: boolean
}

export const classes = ['running', 'down_short', 'down_excessive', 'offline', 'powered_off'] as const
export type Class = (typeof classes)[number]

/** SQL of the time (ms) of one class in a rollup row, inside and outside shift history. */
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
 * Returns SQL of the times and the first two event sums of one row `r`, in the order of `Sums`; event sums that are null become
 * 0. For `onlyUtilization` it returns the times up to running time outside shift history.
 */
export function valuesOfDay({ inside, outside }: Times, { onlyUtilization }: ReadChoice): string[] {
  const times = [...classes.map(inside), ...classes.map(outside)]
  if (onlyUtilization) return times.slice(0, SUM.outside + timeClass.running + 1)
  return [...times, ...eventColumns.slice(0, 2).map((name) => `coalesce(r.${name}, 0)`)]
}

/**
 * Returns an SQL expression in the form of `sumsOf` for scheduled time, `r.ms`, which becomes offline time inside shift history.
 * `more` contains further sums (SQL) by their index in `Sums`.
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

/** Parameters of an SQL statement, with placeholders numbered in order of use; $1 is the company. */
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

/**
 * Returns the name of the prepared statement of `query` for a choice. Choices that change the text of the query give different
 * names.
 */
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
 * Returns SQL of the index, from 0, of the bucket that contains `place` (SQL): the last one of the ascending `starts` that is not
 * after `place`; -1 before the first.
 */
export const bucketOf = (q: Parameters, place: string, starts: readonly number[]): string =>
  `width_bucket((${place})::bigint, ${q.numbers(starts, (start) => start, 'bigint')}) - 1`

/**
 * Returns sums parsed from a text in which a query joined them by commas, in the order of `SUM`; those that the text lacks are 0.
 */
export function sumsIn(text: string): Sums {
  const sums = noSums()
  const values = text.split(',')
  for (let i = 0; i < values.length; i++) sums[i] = Number(values[i])
  return sums
}
