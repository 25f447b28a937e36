import { firstIndex, joined, localDayOf, type Range, without } from '@millwatch/domain/time'
import { ceilQuarter, floorQuarter, wholeWeeks } from './quarters.ts'

/**
 * Quarter-hours whose sums are added to `bucket`. If their day or week is already contained in another bucket (borrowed
 * quarter-hours), `minus` is the index of that bucket, from which they are subtracted; otherwise -1.
 */
export interface QuarterPart extends Range {
  readonly bucket: number
  readonly minus: number
}

/**
 * Plan for reading a range whose rollups are all built and clean. Every instant lies in exactly one part, except that
 * quarter-hours with `minus` also lie in a day or week.
 */
export interface ReadPlan {
  /** Whole weeks, which are read from week rows; `days` are the whole days outside them, which are read from day rows. */
  readonly weeks: readonly Range[]
  readonly days: readonly Range[]
  /** True when a week is added to the bucket of its last instant, false when to that of its first. */
  readonly weeksByEnd: boolean
  /** True when a day is added to the bucket of its last instant, false when to that of its first. */
  readonly byEnd: boolean
  readonly quarters: readonly QuarterPart[]
  /** Ranges that must be computed from intervals. */
  readonly rest: readonly Range[]
}

export interface ReadQuestion {
  /** Part of the requested range whose rollups are built and not dirty. */
  readonly clean: Range
  readonly builtFrom: number
  readonly builtTo: number
  readonly zone: string
  /** Start of every bucket but the first, ascending. */
  readonly edges: readonly number[]
  /** True when buckets are shorter than a day, so that day rows are not used. */
  readonly isShort: boolean
  /** True when week rows exist and may be used. */
  readonly hasWeeks: boolean
}

/**
 * Returns the plan for reading a range: whole weeks, whole days beside them, quarter-hours at the ends, and the remaining ranges
 * for intervals. A day or week cut by a bucket edge is added to one of the two buckets; the quarter-hours on its shorter side are
 * then subtracted from that bucket and added to the other. A week cut more than half a day from its nearer end is read by days.
 */
export function planRead(question: ReadQuestion): ReadPlan {
  const { clean, edges, isShort } = question
  const bucketAt = (at: number) => firstIndex(edges.length, (i) => (edges[i] as number) > at)
  const whole = isShort ? { from: clean.from, to: clean.from } : wholeDays(question)
  const weeks = planWeeks(whole, question)
  const cut = without([whole], weeks.ranges).flatMap((range) => cutDays(range, whole, question))
  const borrowed = cut.filter(
    (cutDay) => cutDay.edges.length === 1 && floorQuarter(cutDay.edges[0] ?? 0) === cutDay.edges[0],
  )
  const spoiled = cut.filter((cutDay) => !borrowed.includes(cutDay)).map((cutDay) => cutDay.day)
  const first = borrowed[0]
  const byEnd = first !== undefined && (first.edges[0] ?? 0) - first.day.from < first.day.to - (first.edges[0] ?? 0)
  const days = without([whole], [...weeks.ranges, ...spoiled])
  const quarters = [
    ...weeks.cut.map((week) => borrow(week, weeks.byEnd, bucketAt)),
    ...borrowed.map(({ day, edges: [edge = 0] }) => borrow({ ...day, edge }, byEnd, bucketAt)),
  ]
  const rest: Range[] = []
  for (const range of without([clean], [...days, ...weeks.ranges])) {
    const parts = quartersOf(range, edges)
    rest.push(...without([range], parts))
    quarters.push(...parts.map((part) => ({ ...part, bucket: bucketAt(part.from), minus: -1 })))
  }
  return { weeks: weeks.ranges, weeksByEnd: weeks.byEnd, days, byEnd, quarters, rest }
}

interface Cut extends Range {
  readonly edge: number
}

/**
 * Returns the quarter-hours on that side of the edge whose bucket the day or week is not added to, with the bucket they belong to
 * and the one to subtract them from.
 */
const borrow = ({ from, to, edge }: Cut, byEnd: boolean, bucketAt: (at: number) => number): QuarterPart =>
  byEnd
    ? { from, to: edge, bucket: bucketAt(from), minus: bucketAt(to - 1) }
    : { from: edge, to, bucket: bucketAt(edge), minus: bucketAt(from) }

const HALF_DAY_MS = 43_200_000

interface Weeks {
  /** Weeks that are read from week rows, joined. */
  readonly ranges: readonly Range[]
  readonly byEnd: boolean
  /** Weeks among them that a bucket edge cuts. */
  readonly cut: readonly Cut[]
}

/**
 * Returns the whole weeks to read: those that no edge cuts, and those cut once, at a quarter-hour at most half a day from one
 * end. All cut weeks are cut near the same end; weeks cut near the other end are left out. Empty if week rows may not be used.
 */
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

/**
 * Returns the range from the first day that begins in the clean range to the last day that ends in it; empty if there is no such
 * day. The ends of the built range are ends of days too.
 */
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

/** Returns the days of a range that bucket edges cut, each with its edges. Edges at midnight cut no day. */
function cutDays(range: Range, whole: Range, { zone, edges }: ReadQuestion): CutDay[] {
  const cut = new Map<number, { day: Range; edges: number[] }>()
  for (const edge of edges) {
    if (edge <= range.from || edge >= range.to) continue
    const { from, to } = localDayOf(edge, zone)
    if (edge === from) continue
    const day = { from: Math.max(from, whole.from), to: Math.min(to, whole.to) }
    const cutDay = cut.get(day.from)
    if (cutDay) cutDay.edges.push(edge)
    else cut.set(day.from, { day, edges: [edge] })
  }
  return [...cut.values()]
}

/** Returns the whole quarter-hours of a range, joined but split at bucket edges, without those that an edge cuts. */
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
