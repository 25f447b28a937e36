import { localDayOf, type Range } from '@millwatch/domain/time'
import { ceilQuarter, floorQuarter, joined, wholeWeeks, without } from './ranges.ts'

/** Quarter-hours of a part lie in its bucket; `minus` is the bucket their day or week was counted in, -1 where none was. */
export interface QuarterPart extends Range {
  readonly bucket: number
  readonly minus: number
}

/** How a stretch of which all rollups stand is put together; every instant of it is in exactly one part, or borrowed. */
export interface ReadPlan {
  /** Whole weeks, as the rows of weeks have them, and days beside them, as those of days do. */
  readonly weeks: readonly Range[]
  readonly days: readonly Range[]
  /** A week belongs to the bucket of its last instant instead of its first. */
  readonly weeksByEnd: boolean
  /** A day belongs to the bucket of its last instant instead of its first. */
  readonly byEnd: boolean
  readonly quarters: readonly QuarterPart[]
  /** What is left for the intervals. */
  readonly rest: readonly Range[]
}

export interface ReadQuestion {
  /** What of a machine stands: inside what is built, and not dirty. */
  readonly clean: Range
  readonly builtFrom: number
  readonly builtTo: number
  readonly zone: string
  /** Where buckets begin, but the first, ascending. */
  readonly edges: readonly number[]
  /** Buckets are so short that days are of no use. */
  readonly isShort: boolean
  /** There are rows of weeks, and they are of use. */
  readonly hasWeeks: boolean
}

/**
 * Weeks, and days beside them, in so far as they lie in the stretch; a day or week that an edge of buckets cuts is counted in one of the two buckets, and the
 * quarter-hours on the shorter side are taken from it and added to the other: rows add up, so they can be taken
 * away. A week that is cut elsewhere than near one of its ends is read by days. Quarter-hours elsewhere, intervals where not even these are whole.
 */
export function planRead(question: ReadQuestion): ReadPlan {
  const { clean, edges, isShort } = question
  const bucketAt = (at: number) => countNotAfter(edges, at)
  const whole = isShort ? { from: clean.from, to: clean.from } : wholeDays(question)
  const weeks = planWeeks(whole, question)
  const cut = without(whole, weeks.ranges).flatMap((range) => cutDays(range, whole, question))
  const borrowed = cut.filter((one) => one.edges.length === 1 && floorQuarter(one.edges[0] ?? 0) === one.edges[0])
  const spoiled = joined(cut.filter((one) => !borrowed.includes(one)).map((one) => one.day))
  const first = borrowed[0]
  const byEnd = first !== undefined && (first.edges[0] ?? 0) - first.day.from < first.day.to - (first.edges[0] ?? 0)
  const days = without(whole, joined([...weeks.ranges, ...spoiled]))
  const quarters = [
    ...weeks.cut.map((week) => borrow(week, weeks.byEnd, bucketAt)),
    ...borrowed.map(({ day, edges: [edge = 0] }) => borrow({ ...day, edge }, byEnd, bucketAt)),
  ]
  const rest: Range[] = []
  for (const range of without(clean, joined([...days, ...weeks.ranges]))) {
    const parts = quartersOf(range, edges)
    rest.push(...without(range, joined(parts)))
    quarters.push(...parts.map((part) => ({ ...part, bucket: bucketAt(part.from), minus: -1 })))
  }
  return { weeks: weeks.ranges, weeksByEnd: weeks.byEnd, days, byEnd, quarters, rest }
}

interface Cut extends Range {
  readonly edge: number
}

/** Quarter-hours on the side of an edge that the row is not counted on. */
const borrow = ({ from, to, edge }: Cut, byEnd: boolean, bucketAt: (at: number) => number): QuarterPart =>
  byEnd
    ? { from, to: edge, bucket: bucketAt(from), minus: bucketAt(to - 1) }
    : { from: edge, to, bucket: bucketAt(edge), minus: bucketAt(from) }

const HALF_DAY_MS = 43_200_000

interface Weeks {
  /** Those that are read, joined. */
  readonly ranges: readonly Range[]
  readonly byEnd: boolean
  /** Those of them that an edge cuts. */
  readonly cut: readonly Cut[]
}

/** The weeks of whole days that no edge cuts, or one of quarter-hours less than half a day from the same end as the others. */
function planWeeks(whole: Range, { zone, edges, hasWeeks }: ReadQuestion): Weeks {
  const all: Range[] = []
  const cut: Cut[] = []
  let byEnd: boolean | undefined
  let next = 0
  for (const week of hasWeeks ? wholeWeeks(whole, zone) : []) {
    while (next < edges.length && (edges[next] as number) <= week.from) next++
    const [edge = week.to, second = week.to] = edges.slice(next, next + 2)
    if (second < week.to) continue
    if (edge < week.to) {
      const isByEnd = edge - week.from < week.to - edge
      const borrowedMs = isByEnd ? edge - week.from : week.to - edge
      if (borrowedMs > HALF_DAY_MS || edge !== floorQuarter(edge) || isByEnd !== (byEnd ?? isByEnd)) continue
      byEnd = isByEnd
      cut.push({ ...week, edge })
    }
    all.push(week)
  }
  return { ranges: joined(all), byEnd: byEnd ?? false, cut }
}

/** From the first day that begins in the stretch to the last that ends there. */
function wholeDays({ clean, zone, builtFrom, builtTo }: ReadQuestion): Range {
  const first = localDayOf(clean.from, zone)
  const from = clean.from === first.from || clean.from === builtFrom ? clean.from : first.to
  const to = clean.to === builtTo ? clean.to : localDayOf(clean.to, zone).from
  return from < to ? { from, to } : { from: clean.from, to: clean.from }
}

interface CutDay {
  readonly day: Range
  readonly edges: readonly number[]
}

/** Days of a range that edges of buckets cut. */
function cutDays(range: Range, whole: Range, { zone, edges }: ReadQuestion): CutDay[] {
  const cut = new Map<number, { day: Range; edges: number[] }>()
  for (const edge of edges) {
    if (edge <= range.from || edge >= range.to) continue
    const { from, to } = localDayOf(edge, zone)
    if (edge === from) continue
    const day = { from: Math.max(from, whole.from), to: Math.min(to, whole.to) }
    const known = cut.get(day.from)
    if (known) known.edges.push(edge)
    else cut.set(day.from, { day, edges: [edge] })
  }
  return [...cut.values()]
}

/** The whole quarter-hours of a range, apart at edges of buckets, without those that an edge cuts. */
function quartersOf(range: Range, edges: readonly number[]): Range[] {
  const parts: Range[] = []
  const cuts = edges.filter((edge) => edge > range.from && edge < range.to)
  let { from } = range
  for (const to of [...cuts, range.to]) {
    const part = { from: ceilQuarter(from), to: floorQuarter(to) }
    if (part.from < part.to) parts.push(part)
    from = to
  }
  return parts
}

/** How many of ascending numbers are not after `at`. */
function countNotAfter(numbers: readonly number[], at: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] as number) <= at) low = middle + 1
    else high = middle
  }
  return low
}
