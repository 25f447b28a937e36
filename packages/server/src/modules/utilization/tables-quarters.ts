import type { Sums } from '@millwatch/domain/utilization'
import { eventColumns } from './queries-rollups.ts'
import { type Class, classes, type Parameters, type ReadChoice, type Times } from './tables-read.ts'

/**
 * Time entry together with the plan by which its rollups are read. All fields but `equipmentId`, `from` and the prices are
 * indexes.
 */
export interface Pair {
  readonly entry: number
  readonly series: number
  readonly equipmentId: number
  readonly plan: number
  /** Instant before which the time entry contains no time (epoch ms). */
  readonly from: number
  /** Value of one hour of run time, in money; 0: none is set. */
  readonly revenue: number
  /** Parts expected in one hour of run time; 0: none are set. */
  readonly rate: number
}

/** Quarter-hours `[from, to)` (epoch ms) that a plan reads. */
export interface PlannedQuarters {
  readonly plan: number
  readonly from: number
  readonly to: number
  /** Index of the bucket in which these quarter-hours lie. */
  readonly bucket: number
  /**
   * Index of the bucket to which their whole day or week is added and from which they are subtracted (borrowed quarter-hours);
   * -1: none.
   */
  readonly minus: number
}

/**
 * Row of sums: of one time entry, by its index (`series` is null), or of one series and bucket (`entry` is null). `minus` has the
 * meaning it has in `PlannedQuarters`.
 */
export interface ReadRow {
  readonly entry: number | null
  readonly series: number | null
  readonly bucket: number | null
  readonly minus: number | null
  readonly sums: Sums
}

/** Returns pairs as a table `p` (SQL for `from`), with their values added to the parameters. */
export const pairsIn = (parameters: Parameters, pairs: readonly Pair[]): string =>
  `unnest(${[
    parameters.numbers(pairs, (pair) => pair.entry, 'int'),
    parameters.numbers(pairs, (pair) => pair.series, 'int'),
    parameters.numbers(pairs, (pair) => pair.equipmentId, 'bigint'),
    parameters.numbers(pairs, (pair) => pair.plan, 'int'),
    parameters.numbers(pairs, (pair) => pair.from, 'bigint'),
    parameters.numbers(pairs, (pair) => pair.revenue, 'float8'),
    parameters.numbers(pairs, (pair) => pair.rate, 'float8'),
  ]}) as p (entry, series, equipment_id, plan, from_ms, revenue, rate)`

/**
 * Returns SQL of the times of a quarter-hour row, inside and outside shift history. With a shift, only rows of that shift are
 * expected and all their time is inside. Offline time is minus the sum of the other statuses, to which the caller adds all time.
 */
export function timesOfQuarters(shift: number | null): Times {
  const others = '-(r.running_ms + r.down_short_ms + r.down_excessive_ms + r.powered_off_ms)'
  const time = (name: Class) => (name === 'offline' ? others : `r.${name}_ms`)
  return {
    inside: (name) => (shift === null ? `case when r.shift >= 0 then ${time(name)} else 0 end` : time(name)),
    outside: (name) => (shift === null ? `case when r.shift < 0 then ${time(name)} else 0 end` : '0'),
  }
}

/**
 * Returns a subquery (SQL) that sums the quarter-hour rows of each machine that meet the condition `within`, separately
 * inside and outside shift history unless a shift is chosen, and by shift date when buckets are dates. Later steps then
 * group a few machines instead of many rows.
 */
export function machinesOf(within: string, { shift, starts, byDate, averages }: ReadChoice): string {
  const times = classes.filter((name) => name !== 'offline').map((name) => `${name}_ms`)
  const facts = eventColumns.slice(0, averages ? eventColumns.length : 2)
  const sums = [...times, ...facts].map((name) => `sum(r.${name}::float8) as ${name}`)
  const spent = `sum((${[...times, 'offline_ms'].map((name) => `r.${name}`).join(' + ')})::float8) as spent_ms`
  const keys = ['r.equipment_id', ...(byDate && starts !== null ? ['r.shift_date'] : [])]
  const side = shift === null ? ['case when r.shift < 0 then -1 else 0 end'] : []
  return `select ${[...keys, ...side.map((column) => `${column} as shift`), ...sums, spent]} from rollup_quarter r where ${within}
    group by ${[...keys, ...side]} offset 0`
}

/** Returns planned quarter-hours as a table `d` (SQL for `from`), with their values added to the parameters. */
export const partsIn = (q: Parameters, parts: readonly PlannedQuarters[]): string =>
  `unnest(${[
    q.numbers(parts, (part) => part.plan, 'int'),
    q.numbers(parts, (part) => part.from, 'bigint'),
    q.numbers(parts, (part) => part.to, 'bigint'),
    q.numbers(parts, (part) => part.bucket, 'int'),
    q.numbers(parts, (part) => part.minus, 'int'),
  ]}) as d (plan, from_ms, to_ms, bucket, minus)`

export interface Grouped {
  readonly sums: string
  readonly from: string
  /** SQL of the bucket; null: sums are grouped by time entry only. */
  readonly bucket: string | null
  /**
   * SQL of the bucket to which the day was added. Sums per time entry are then separate by it, so that borrowed quarter-hours can
   * be left out.
   */
  readonly minus?: string
  /**
   * True (the default) when sums per time entry are needed besides those per series and bucket; false is only allowed with
   * `bucket`.
   */
  readonly byEntry?: boolean
}

/**
 * Returns a query (SQL) that groups sums by time entry, and by series and bucket if there are buckets. A column by which a row
 * is not grouped is null; `minus` is -1 without buckets.
 */
export function grouped({ sums, from, bucket, minus = '-1', byEntry = true }: Grouped): string {
  const byBucket = 'p.series, k.bucket, k.minus'
  const both = `grouping sets ((p.entry, k.minus), (${byBucket}))`
  const groups = bucket === null ? 'p.entry' : byEntry ? both : byBucket
  const series = bucket === null ? 'null::int' : 'p.series'
  return `select ${byEntry ? 'p.entry' : 'null::int as entry'}, ${series} as series, ${bucket === null ? 'null::int' : 'k.bucket'} as bucket,
      ${bucket === null ? '-1' : 'k.minus'} as minus, ${sums}
    ${withKeys(from, bucket ?? '0', minus)} group by ${groups}`
}

/**
 * Returns `from` (SQL) with bucket and minus added as columns, so that they are computed once per row. They are joined before its
 * condition on the shift.
 */
function withKeys(from: string, bucket: string, minus: string): string {
  const keys = `cross join lateral (select ${bucket} as bucket, ${minus} as minus) as k`
  const where = from.indexOf('where r.shift')
  return where < 0 ? `${from} ${keys}` : `${from.slice(0, where)} ${keys} ${from.slice(where)}`
}
