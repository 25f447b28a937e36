import { localDayOf, type Range } from '@millwatch/domain/time'
import { ceilQuarter, floorQuarter, joined, without } from './ranges.ts'

/** Quarter-hours of a part lie in its bucket; `minus` is the bucket their day was counted in, -1 where no day was. */
export interface QuarterPart extends Range {
  readonly bucket: number
  readonly minus: number
}

/** How a stretch of which all rollups stand is put together; every instant of it is in exactly one part, or borrowed. */
export interface ReadPlan {
  /** Whole days, as the rows of days have them. */
  readonly days: readonly Range[]
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
}

/**
 * Days in so far as they lie in the stretch; a day that an edge of buckets cuts is counted in one of the two buckets, and the
 * quarter-hours on the shorter side are taken from it and added to the other: rows of days add up, so they can be taken
 * away. Quarter-hours elsewhere, intervals where not even these are whole.
 */
export function planRead(question: ReadQuestion): ReadPlan {
  const { clean, edges, isShort } = question
  const bucketAt = (at: number) => countNotAfter(edges, at)
  const whole = isShort ? { from: clean.from, to: clean.from } : wholeDays(question)
  const cut = whole.from < whole.to ? cutDays(whole, question) : []
  const borrowed = cut.filter((one) => one.edges.length === 1 && floorQuarter(one.edges[0] ?? 0) === one.edges[0])
  const spoiled = joined(cut.filter((one) => !borrowed.includes(one)).map((one) => one.day))
  const first = borrowed[0]
  const byEnd = first !== undefined && (first.edges[0] ?? 0) - first.day.from < first.day.to - (first.edges[0] ?? 0)
  const days = without(whole, spoiled)
  const quarters: QuarterPart[] = borrowed.map(({ day, edges: [edge = 0] }) =>
    byEnd
      ? { from: day.from, to: edge, bucket: bucketAt(day.from), minus: bucketAt(day.to - 1) }
      : { from: edge, to: day.to, bucket: bucketAt(edge), minus: bucketAt(day.from) },
  )
  const rest: Range[] = []
  for (const range of without(clean, joined(days))) {
    const parts = quartersOf(range, edges)
    rest.push(...without(range, joined(parts)))
    quarters.push(...parts.map((part) => ({ ...part, bucket: bucketAt(part.from), minus: -1 })))
  }
  return { days, byEnd, quarters, rest }
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

/** Days that edges of buckets cut. */
function cutDays(whole: Range, { zone, edges }: ReadQuestion): CutDay[] {
  const cut = new Map<number, { day: Range; edges: number[] }>()
  for (const edge of edges) {
    if (edge <= whole.from || edge >= whole.to) continue
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
