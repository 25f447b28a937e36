import { DAY_MS, joined, type Range, WEEK_MS, without } from '@millwatch/domain/time'
import type { Sums } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { doublesIn } from '../../platform/db/packed.ts'
import { readGrouped } from './queries-read.ts'
import type { Pair, ReadRow } from './tables-quarters.ts'
import {
  bucketOf,
  leastOf,
  mostOf,
  nameOf,
  Parameters,
  type ReadChoice,
  sumsIn,
  sumsOf,
  type Times,
  valuesOfDay,
} from './tables-read.ts'

export type Level = 'day' | 'week'

/** Range of whole days, or of whole weeks, to read from rollup rows under a plan. */
export interface DayPart {
  readonly plan: number
  readonly from: number
  readonly to: number
  readonly level: Level
  /** True when a day or week is added to the bucket of its last instant, false when to that of its first. */
  readonly byEnd: boolean
  /** Whole weeks among the days, joined, which have week rows too; none for weeks. */
  readonly weeks: readonly Range[]
}

/**
 * Yields the sums of whole days and whole weeks from rollup rows, some at a time. Each row has the sums of one time entry; when
 * buckets are requested, further rows have those of one series and bucket (`ReadRow`). A row object may be used again for the
 * next row, so the caller must copy the values that it needs later.
 */
export async function* readDays(
  ctx: Ctx,
  pairs: readonly Pair[],
  parts: readonly DayPart[],
  choice: ReadChoice,
): AsyncGenerator<Iterable<ReadRow>> {
  for (const [level, byEnd] of levels) {
    const some = parts.filter((part) => part.level === level && part.byEnd === byEnd)
    if (pairs.length === 0 || some.length === 0) continue
    const { starts } = choice
    if (starts !== null && isEachItsOwn(pairs, choice) && rowsOfEach(some) <= 2 * starts.length) {
      yield* readDaysEach(ctx, pairs, some, choice, byEnd, starts)
    } else if (starts === null || !isReadTwice(some, choice))
      yield await readDaysAtOnce(ctx, pairs, some, choice, byEnd)
    else {
      const whole = { ...choice, starts: null, money: false }
      for (const parts of byWeeks(some)) yield await readDaysAtOnce(ctx, pairs, parts, whole, byEnd)
      if (choice.isApart) yield await readDaysByPlace(ctx, pairs, some, choice, byEnd, starts)
      else yield await readDaysAtOnce(ctx, pairs, some, choice, byEnd, false)
    }
  }
}

/**
 * Returns true if days are read twice, for the machines and for the buckets: when there are many buckets, or when week rows,
 * which are fewer, have the sums of many machines.
 */
const isReadTwice = (parts: readonly DayPart[], { isApart, isWide }: ReadChoice): boolean =>
  isApart || (isWide && parts.some(({ weeks }) => weeks.length > 0))

/** Returns the same time as whole weeks and as the days beside them; a list that would be empty is left out. */
function byWeeks(parts: readonly DayPart[]): DayPart[][] {
  const weeks = parts.flatMap((part) =>
    part.weeks.map((week): DayPart => ({ ...part, ...week, level: 'week', weeks: [] })),
  )
  const days = parts.flatMap((part) => without([part], part.weeks).map((range): DayPart => ({ ...part, ...range })))
  return [weeks, days].filter((list) => list.length > 0)
}

const levels = [
  ['week', false],
  ['week', true],
  ['day', false],
  ['day', true],
] as const

const levelOf = (parts: readonly DayPart[]): Level => parts[0]?.level ?? 'day'

const placeOf = ({ byDate }: ReadChoice, level: Level, byEnd: boolean): string =>
  byDate ? 'r.shift_date' : `r.${level}_${byEnd ? 'to' : 'from'}`

async function readDaysAtOnce(
  ctx: Ctx,
  pairs: readonly Pair[],
  parts: readonly DayPart[],
  choice: ReadChoice,
  byEnd: boolean,
  byEntry = true,
): Promise<ReadRow[]> {
  const q = new Parameters(ctx.companyId)
  const { from, times } = daysFrom(q, pairs, parts, choice)
  const level = levelOf(parts)
  const last = byEnd && !choice.byDate ? ' - 1' : ''
  const place = `${placeOf(choice, level, byEnd)}${last}`
  const bucket = choice.starts === null ? null : bucketOf(q, place, choice.starts)
  const query = byEntry ? `${level}s` : `${level}s_in_buckets`
  return readGrouped(ctx, q, `${nameOf(query, choice)}_${rangesOf(parts).length}_${byEnd ? 'to' : 'from'}`, {
    sums: sumsOf(times, choice),
    from,
    bucket,
    byEntry,
  })
}

/**
 * Returns true if the pairs are read together (`isWide`), neither averages nor money are requested, and there are at least half
 * as many series as pairs. There are then about as many sums as days.
 */
const isEachItsOwn = (pairs: readonly Pair[], { isWide, averages, money }: ReadChoice): boolean =>
  isWide && !averages && !money && 2 * new Set(pairs.map((pair) => pair.series)).size >= pairs.length

/** Returns the largest number of days, or of weeks, of one machine in these parts, which are of one level. */
const rowsOfEach = (parts: readonly DayPart[]): number => {
  const lengthMs = levelOf(parts) === 'week' ? WEEK_MS : DAY_MS
  const spans = [...Map.groupBy(parts, ({ plan }) => plan).values()].map((ofPlan) =>
    ofPlan.reduce((sum, { from, to }) => sum + to - from, 0),
  )
  return Math.round(spans.reduce((most, span) => Math.max(most, span), 0) / lengthMs)
}

/** Number of windows that are requested before the first has arrived; a month of 1,000 machines has four. */
const WINDOWS_AHEAD = 4

/**
 * Yields each day of each entry, read packed in windows of time. The server adds the days up while the database reads the next
 * window. Rows of sums would take several times as long, as the database adds by exact decimals and writes texts.
 */
async function* readDaysEach(
  ctx: Ctx,
  pairs: readonly Pair[],
  parts: readonly DayPart[],
  choice: ReadChoice,
  byEnd: boolean,
  starts: readonly number[],
): AsyncGenerator<Iterable<ReadRow>> {
  const q = new Parameters(ctx.companyId)
  const { from, times } = daysFrom(q, pairs, parts, choice)
  const level = levelOf(parts)
  const values = ['p.entry', placeOf(choice, level, byEnd), ...valuesOfDay(times, choice)]
  const start = `r.${level}_from`
  const within = [...q.values]
  const window = `${start} >= $${within.length + 1}::bigint and ${start} < $${within.length + 2}::bigint`
  const statement = {
    name: `${nameOf(`${level}s_${choice.onlyUtilization ? 'short' : 'each'}`, choice)}_${rangesOf(parts).length}_${byEnd ? 'to' : 'from'}`,
    text: `select encode(string_agg(${packedDoubles(values)}, ''::bytea), 'base64') as packed ${from}
      ${choice.shift === null ? 'where' : 'and'} ${window}`,
  }
  const read = (range: Range) => {
    const reading = ctx.tx.prepared<{ packed: string | null }>(statement, [...within, range.from, range.to])
    // The caller that awaits it gets the error; there may be none left.
    reading.catch(() => undefined)
    return reading
  }
  const last = byEnd && !choice.byDate ? 1 : 0
  const places = {
    length: values.length,
    seriesOf: new Map(pairs.map((pair) => [pair.entry, pair.series])),
    bucketAt: foundOnce((place) => starts.findLastIndex((start) => start <= place - last)),
  }
  const windows = windowsOf(parts, (pairs.length * rowsOfEach(parts)) / choice.daysAtOnce)
  const pending = windows.splice(0, WINDOWS_AHEAD).map(read)
  for (let reading = pending.shift(); reading !== undefined; reading = pending.shift()) {
    const [row] = await reading
    pending.push(...windows.splice(0, 1).map(read))
    yield daysIn(doublesIn(row?.packed ?? null), places)
  }
}

/**
 * Returns windows of equal length that cover the time of parts, `atLeast` of them or more; the last may be shorter. A row is read
 * in the window of its start.
 */
function windowsOf(parts: readonly DayPart[], atLeast: number): Range[] {
  const [from, to] = [leastOf(parts), mostOf(parts)]
  const length = Math.ceil((to - from) / Math.max(1, Math.ceil(atLeast)))
  const windows: Range[] = []
  for (let at = from; at < to; at += length) windows.push({ from: at, to: Math.min(to, at + length) })
  return windows
}

/**
 * Returns a function with the same results, which computes the result for each place only once, as many machines have the same
 * days.
 */
function foundOnce(bucketAt: (place: number) => number): (place: number) => number {
  const found = new Map<number, number>()
  return (place) => {
    const stored = found.get(place)
    if (stored !== undefined) return stored
    const bucket = bucketAt(place)
    found.set(place, bucket)
    return bucket
  }
}

/**
 * Yields each packed day twice: as a row of its entry, and as a row of its series and bucket. Both row objects are used again for
 * each day. `sums` has as many values as were packed.
 */
function* daysIn(
  doubles: Float64Array,
  {
    length,
    seriesOf,
    bucketAt,
  }: { length: number; seriesOf: ReadonlyMap<number, number>; bucketAt: (place: number) => number },
): Generator<ReadRow> {
  const sums: Sums = new Float64Array(length - 2)
  const ofEntry = { entry: 0, series: null, bucket: null, minus: -1, sums }
  const ofBucket: { -readonly [Key in keyof ReadRow]: ReadRow[Key] } = { ...ofEntry, entry: null }
  for (let i = 0; i < doubles.length; i += length) {
    for (let k = 2; k < length; k++) sums[k - 2] = doubles[i + k] as number
    ofEntry.entry = doubles[i] as number
    yield ofEntry
    ofBucket.series = seriesOf.get(ofEntry.entry) ?? null
    ofBucket.bucket = bucketAt(doubles[i + 1] as number)
    yield ofBucket
  }
}

/** Returns SQL that packs values as doubles, two at a time; their number must be even. */
const packedDoubles = (values: readonly string[]): string =>
  Array.from({ length: values.length / 2 }, (_, i) => `point_send(point(${values[2 * i]}, ${values[2 * i + 1]}))`).join(
    ' || ',
  )

/**
 * Returns sums by series and bucket, which it reads by day and series. The `group by` uses conditions (true or false), so that
 * the planner estimates few groups and lets parallel workers add up sums instead of passing rows on.
 */
async function readDaysByPlace(
  ctx: Ctx,
  pairs: readonly Pair[],
  parts: readonly DayPart[],
  choice: ReadChoice,
  byEnd: boolean,
  starts: readonly number[],
): Promise<ReadRow[]> {
  const q = new Parameters(ctx.companyId)
  const { from, times } = daysFrom(q, pairs, parts, choice)
  const place = placeOf(choice, levelOf(parts), byEnd)
  const digits = Math.max(0, ...pairs.map((pair) => pair.series)).toString(2).length
  const series = Array.from({ length: digits }, (_, i) => `p.series & ${2 ** i} > 0`)
  const rows = await ctx.tx.prepared<{ series: number; place: number; sums: string }>(
    {
      name: `${nameOf(`${levelOf(parts)}s_by_place`, choice)}_${rangesOf(parts).length}_${byEnd ? 'to' : 'from'}_${digits}`,
      text: `select min(p.series) as series, ${place} as place, ${sumsOf(times, choice)} ${from} group by ${[place, ...series]}`,
    },
    q.values,
  )
  const last = byEnd && !choice.byDate ? 1 : 0
  return rows.map((row) => ({
    entry: null,
    series: row.series,
    bucket: starts.findLastIndex((start) => start <= row.place - last),
    minus: -1,
    sums: sumsIn(row.sums),
  }))
}

function daysFrom(
  q: Parameters,
  pairs: readonly Pair[],
  parts: readonly DayPart[],
  { shift, isWide }: ReadChoice,
): { from: string; times: Times } {
  const level = levelOf(parts)
  const ranges = rangesOf(parts)
  const from = `from ${pairsOfDays(q, pairs, parts)}
    join rollup_${level}${shift === null ? '' : '_shift'} r on r.company_id = $1 and ${isWide ? 'r.equipment_id + 0' : 'r.equipment_id'} = p.equipment_id
      and r.${level}_from >= p.first_ms and r.${level}_to <= p.last_ms
      and (${ranges.map(({ from, to }) => `r.${level}_from >= ${q.add(from, 'bigint')} and r.${level}_from < ${q.add(to, 'bigint')}`).join(' or ')})
    ${shift === null ? '' : `where r.shift = ${q.add(shift, 'smallint')}`}`
  const times: Times =
    shift === null
      ? { inside: (name) => `r.${name}_in_ms`, outside: (name) => `r.${name}_out_ms` }
      : { inside: (name) => `r.${name}_ms`, outside: () => '0' }
  return { from, times }
}

const MOST_RANGES = 3

/**
 * Returns the ranges that the parts cover, joined, so that a query skips the days between them. If there are more than three,
 * returns a single range that covers all.
 */
function rangesOf(parts: readonly DayPart[]): Range[] {
  const ranges = joined(parts)
  return ranges.length <= MOST_RANGES ? ranges : [{ from: leastOf(parts), to: mostOf(parts) }]
}

/**
 * Returns SQL of a table `p` with one row per pair and part of its plan. Its joining beforehand lets the planner estimate well
 * how many days there are.
 */
function pairsOfDays(q: Parameters, pairs: readonly Pair[], parts: readonly DayPart[]): string {
  const byPlan = Map.groupBy(parts, (part) => part.plan)
  const each = pairs.flatMap((pair) => (byPlan.get(pair.plan) ?? []).map((part) => ({ pair, part })))
  return `unnest(${[
    q.numbers(each, ({ pair }) => pair.entry, 'int'),
    q.numbers(each, ({ pair }) => pair.series, 'int'),
    q.numbers(each, ({ pair }) => pair.equipmentId, 'bigint'),
    q.numbers(each, ({ pair }) => pair.revenue, 'float8'),
    q.numbers(each, ({ pair }) => pair.rate, 'float8'),
    q.numbers(each, ({ part }) => part.from, 'bigint'),
    q.numbers(each, ({ part }) => part.to, 'bigint'),
  ]}) as p (entry, series, equipment_id, revenue, rate, first_ms, last_ms)`
}
