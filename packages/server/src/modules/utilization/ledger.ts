import { type Bucket, dateOfDay, firstIndex } from '@millwatch/domain/time'
import { addSums, noSums, type RollupRow, type Sums, weigh } from '@millwatch/domain/utilization'
import type { FigureSet } from './figure-sets.ts'
import type { GroupFigures, Question } from './question.ts'
import type { CutTime, Series, TimeEntry } from './time-entries.ts'

/**
 * Ledger that adds up sums from rollups and intervals in memory: by time entry for the whole period, and by series and bucket.
 * `close` converts them into figures of the set.
 */
export class Ledger<Part> {
  readonly #figures: FigureSet<Part>
  readonly #question: Question
  readonly #cut: CutTime
  readonly #buckets: readonly Bucket[] | null
  readonly #byDate: boolean
  readonly #entrySums: Sums[]
  readonly #ofSeries: Sums[][]
  /** Indexes of the series of each group, by index of the group. */
  readonly #seriesOfGroup: number[][]

  constructor(question: Question, cut: CutTime, buckets: readonly Bucket[] | null, figures: FigureSet<Part>) {
    this.#figures = figures
    this.#question = question
    this.#cut = cut
    this.#buckets = buckets
    this.#byDate = isByDate(question)
    this.#entrySums = cut.entries.map(noSums)
    this.#ofSeries = cut.series.map(() => buckets?.map(noSums) ?? [])
    this.#seriesOfGroup = question.groups.map(() => [])
    cut.series.forEach(({ groups }, place) => {
      for (const group of groups) this.#seriesOfGroup[group]?.push(place)
    })
  }

  /**
   * Adds rows of an entry to its sums and to a bucket of its series. All rows lie within one bucket, or are assigned to a bucket
   * by the date of their shift. Rows of other shifts than the chosen one are skipped.
   */
  addRows(entry: TimeEntry, rows: Iterable<RollupRow>): void {
    const { shift, money } = this.#question
    for (const row of rows) {
      if (shift !== null && row.shift !== shift) continue
      this.addToEntry(entry.no, row.sums)
      if (this.#buckets === null) continue
      const bucket = this.#byDate ? this.bucketOfDate(row.shiftDate) : this.bucketAt(row.bucketAt)
      this.addToBucket(entry.series, bucket, weigh(row.sums, money ? entry.prices : noPrices))
    }
  }

  addToEntry(no: number, sums: ArrayLike<number>): void {
    addSums(this.#entrySums[no] as Sums, sums)
  }

  addToBucket(series: number, bucket: number, sums: ArrayLike<number>, times = 1): void {
    const kept = this.#ofSeries[series]?.[bucket]
    if (kept !== undefined) addSums(kept, sums, times)
  }

  bucketAt(at: number): number {
    return this.#lastBucket((bucket) => bucket.from > at)
  }

  bucketOfDate(date: number): number {
    return this.#lastBucket((bucket) => dateOfDay(bucket.firstDay) > date)
  }

  /** Returns the index of the last bucket that is not later, when the buckets after it are; -1 if all are later. */
  #lastBucket(isLater: (bucket: Bucket) => boolean): number {
    const buckets = this.#buckets ?? []
    return firstIndex(buckets.length, (i) => isLater(buckets[i] as Bucket)) - 1
  }

  /**
   * Returns the figures of each group by its key, and the buckets that lie in the period or contain time of any series; null: no
   * buckets were requested.
   */
  close(): { groups: Map<string, GroupFigures<Part>>; buckets: Bucket[] | null } {
    const kept = this.#keptBuckets()
    const groups = new Map<string, GroupFigures<Part>>()
    const whole = this.#wholes()
    this.#question.groups.forEach(({ key, inBuckets }, place) => {
      const buckets = kept === null || !inBuckets ? null : kept.map((bucket) => this.#bucketFigures(place, bucket))
      groups.set(key, { whole: whole[place] ?? this.#figures.none, buckets })
    })
    return { groups, buckets: kept?.map((i) => this.#buckets?.[i] as Bucket) ?? null }
  }

  #wholes(): Part[] {
    const ofGroups: Part[][] = this.#question.groups.map(() => [])
    for (const { no, groups, switches, prices } of this.#cut.entries) {
      const figures = this.#figures.under(
        weigh(this.#entrySums[no] as Sums, this.#question.money ? prices : noPrices),
        switches,
      )
      for (const group of groups) ofGroups[group]?.push(figures)
    }
    return ofGroups.map((all) => this.#together(all))
  }

  #bucketFigures(group: number, bucket: number): Part {
    const places = this.#seriesOfGroup[group] ?? []
    const figuresOf = (place: number) =>
      this.#figures.under(this.#ofSeries[place]?.[bucket] as Sums, (this.#cut.series[place] as Series).switches)
    const [first] = places
    // A list for each of 30,000 buckets of single machines takes as long as their figures.
    return first !== undefined && places.length === 1 ? figuresOf(first) : this.#together(places.map(figuresOf))
  }

  /** Returns the sum of figures. Most groups are one machine under one setting and need no addition. */
  #together(all: readonly Part[]): Part {
    return all.length === 1 ? (all[0] as Part) : this.#figures.sum(all)
  }

  /**
   * Returns indexes of the buckets to return; null: no buckets were requested. A day beside the period is only included if one of
   * its shifts reaches into the period.
   */
  #keptBuckets(): number[] | null {
    if (this.#buckets === null) return null
    const isFilled = (i: number) => this.#ofSeries.some((ofBuckets) => ofBuckets[i]?.some((value) => value !== 0))
    return this.#buckets.flatMap(({ from, to }, i) => (from < to || isFilled(i) ? [i] : []))
  }
}

const noPrices = { hourlyRevenue: null, hourlyParts: null }

/**
 * Returns true when a bucket contains the shifts that start on its days instead of the time of its days: for one chosen shift and
 * buckets of a day or a week.
 */
export function isByDate({ shift, buckets }: Question): boolean {
  return shift !== null && buckets !== null && buckets.interval >= 86_400
}
