import type { Sums } from '@millwatch/domain/utilization'
import { said } from './queries-rollups.ts'
import { type Class, classes, type Parameters, type ReadChoice, type Times } from './tables-read.ts'

/** An atom, and the plan by which its rollups are read. */
export interface Pair {
  readonly atom: number
  readonly series: number
  readonly equipmentId: number
  readonly plan: number
  /** Nothing of the atom is before it. */
  readonly from: number
  /** What an hour is worth, and the parts expected of it; 0 for nothing. */
  readonly revenue: number
  readonly rate: number
}

export interface PlannedQuarters {
  readonly plan: number
  readonly from: number
  readonly to: number
  /** The bucket they lie in, and the one their day was counted in, -1 for none. */
  readonly bucket: number
  readonly minus: number
}

/** Sums of one atom (`series` null), or of one series and bucket (`atom` null). */
export interface ReadRow {
  readonly atom: number | null
  readonly series: number | null
  readonly bucket: number | null
  readonly minus: number | null
  readonly sums: Sums
}

export const pairsIn = (parameters: Parameters, pairs: readonly Pair[]): string =>
  `unnest(${[
    parameters.numbers(pairs, (pair) => pair.atom, 'int'),
    parameters.numbers(pairs, (pair) => pair.series, 'int'),
    parameters.numbers(pairs, (pair) => pair.equipmentId, 'bigint'),
    parameters.numbers(pairs, (pair) => pair.plan, 'int'),
    parameters.numbers(pairs, (pair) => pair.from, 'bigint'),
    parameters.numbers(pairs, (pair) => pair.revenue, 'float8'),
    parameters.numbers(pairs, (pair) => pair.rate, 'float8'),
  ]}) as p (atom, series, equipment_id, plan, from_ms, revenue, rate)`

/** The times of a row of quarter-hours. Time offline is what is left of all time when those of the others are taken from it. */
export function timesOfQuarters(shift: number | null): Times {
  const others = '-(r.running_ms + r.down_short_ms + r.down_excessive_ms + r.powered_off_ms)'
  const time = (name: Class) => (name === 'offline' ? others : `r.${name}_ms`)
  return {
    inside: (name) => (shift === null ? `case when r.shift >= 0 then ${time(name)} else 0 end` : time(name)),
    outside: (name) => (shift === null ? `case when r.shift < 0 then ${time(name)} else 0 end` : '0'),
  }
}

/** Sums of each machine within a part, before machines are told apart any further: there are many rows, and few machines. */
export function machinesOf(within: string, { shift, starts, byDate, averages }: ReadChoice): string {
  const times = classes.filter((name) => name !== 'offline').map((name) => `${name}_ms`)
  const facts = said.slice(0, averages ? said.length : 2)
  const sums = [...times, ...facts].map((name) => `sum(r.${name}::float8) as ${name}`)
  const spent = `sum((${[...times, 'offline_ms'].map((name) => `r.${name}`).join(' + ')})::float8) as spent_ms`
  const keys = ['r.equipment_id', ...(byDate && starts !== null ? ['r.shift_date'] : [])]
  const side = shift === null ? ['case when r.shift < 0 then -1 else 0 end'] : []
  return `select ${[...keys, ...side.map((one) => `${one} as shift`), ...sums, spent]} from rollup_quarter r where ${within}
    group by ${[...keys, ...side]} offset 0`
}

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
  /** null: by atom only. */
  readonly bucket: string | null
  /** Where the bucket a day was counted in stands: by bucket, and by atom what was not borrowed. */
  readonly minus?: string
  /** Sums of atoms are wanted besides those of buckets. */
  readonly byAtom?: boolean
}

export function grouped({ sums, from, bucket, minus = '-1', byAtom = true }: Grouped): string {
  const byBucket = 'p.series, k.bucket, k.minus'
  const both = `grouping sets ((p.atom, k.minus), (${byBucket}))`
  const groups = bucket === null ? 'p.atom' : byAtom ? both : byBucket
  const series = bucket === null ? 'null::int' : 'p.series'
  return `select ${byAtom ? 'p.atom' : 'null::int as atom'}, ${series} as series, ${bucket === null ? 'null::int' : 'k.bucket'} as bucket,
      ${bucket === null ? '-1' : 'k.minus'} as minus, ${sums}
    ${withKeys(from, bucket ?? '0', minus)} group by ${groups}`
}

/** The place of a row, worked out once for it. */
function withKeys(from: string, bucket: string, minus: string): string {
  const keys = `cross join lateral (select ${bucket} as bucket, ${minus} as minus) as k`
  const where = from.indexOf('where r.shift')
  return where < 0 ? `${from} ${keys}` : `${from.slice(0, where)} ${keys} ${from.slice(where)}`
}
