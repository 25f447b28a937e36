import { type Bucket, dateOfDay } from '@millwatch/domain/time'
import {
  addSums,
  type Figures,
  figuresUnder,
  noFigures,
  noSums,
  type RollupRow,
  type Sums,
  sumFigures,
  weigh,
} from '@millwatch/domain/utilization'
import type { Atom, Atoms } from './atoms.ts'
import type { GroupFigures, Question } from './question.ts'

/** Where sums are gathered from all sources: of each atom, and of each series by bucket. */
export class Ledger {
  readonly #question: Question
  readonly #atoms: Atoms
  readonly #buckets: readonly Bucket[] | null
  readonly #byDate: boolean
  readonly #ofAtoms: Sums[]
  readonly #ofSeries: Sums[][]

  constructor(question: Question, atoms: Atoms, buckets: readonly Bucket[] | null) {
    this.#question = question
    this.#atoms = atoms
    this.#buckets = buckets
    this.#byDate = isByDate(question)
    this.#ofAtoms = atoms.atoms.map(noSums)
    this.#ofSeries = atoms.series.map(() => buckets?.map(noSums) ?? [])
  }

  /** Rows of an atom that lie within one bucket, or are told apart by the day of their shift. */
  addRows(atom: Atom, rows: Iterable<RollupRow>): void {
    const { shift, money } = this.#question
    for (const row of rows) {
      if (shift !== null && row.shift !== shift) continue
      this.addToAtom(atom.no, row.sums)
      if (this.#buckets === null) continue
      const bucket = this.#byDate ? this.bucketOfDate(row.shiftDate) : this.bucketAt(row.bucketAt)
      this.addToBucket(atom.series, bucket, weigh(row.sums, money ? atom.prices : noPrices))
    }
  }

  addToAtom(no: number, sums: ArrayLike<number>): void {
    addSums(this.#ofAtoms[no] as Sums, sums)
  }

  addToBucket(series: number, bucket: number, sums: ArrayLike<number>, times = 1): void {
    const kept = this.#ofSeries[series]?.[bucket]
    if (kept !== undefined) addSums(kept, sums, times)
  }

  bucketAt(at: number): number {
    return lastNotAfter(this.#buckets ?? [], at, (bucket) => bucket.from)
  }

  bucketOfDate(date: number): number {
    return lastNotAfter(this.#buckets ?? [], date, (bucket) => dateOfDay(bucket.firstDay))
  }

  /** The figures of each group, and which of the buckets bear something or lie in the period. */
  close(): { groups: Map<string, GroupFigures>; buckets: Bucket[] | null } {
    const kept = this.#keptBuckets()
    const groups = new Map<string, GroupFigures>()
    const whole = this.#wholes()
    this.#question.groups.forEach(({ key, inBuckets }, place) => {
      const buckets = kept === null || !inBuckets ? null : kept.map((bucket) => this.#bucketFigures(place, bucket))
      groups.set(key, { whole: whole[place] ?? noFigures, buckets })
    })
    return { groups, buckets: kept?.map((i) => this.#buckets?.[i] as Bucket) ?? null }
  }

  #wholes(): Figures[] {
    const ofGroups: Figures[][] = this.#question.groups.map(() => [])
    for (const { no, groups, switches, prices } of this.#atoms.atoms) {
      const figures = figuresUnder(weigh(this.#ofAtoms[no] as Sums, this.#question.money ? prices : noPrices), switches)
      for (const group of groups) ofGroups[group]?.push(figures)
    }
    return ofGroups.map(together)
  }

  #bucketFigures(group: number, bucket: number): Figures {
    const all = this.#atoms.series.flatMap(({ groups, switches }, place) =>
      groups.includes(group) ? [figuresUnder(this.#ofSeries[place]?.[bucket] as Sums, switches)] : [],
    )
    return together(all)
  }

  /** Days beside the period are there for shifts that reach into it, and only if one does. */
  #keptBuckets(): number[] | null {
    if (this.#buckets === null) return null
    const isBearing = (i: number) => this.#ofSeries.some((ofBuckets) => ofBuckets[i]?.some((value) => value !== 0))
    return this.#buckets.flatMap(({ from, to }, i) => (from < to || isBearing(i) ? [i] : []))
  }
}

/** Most groups are one machine under one setting. */
const together = (all: readonly Figures[]): Figures => (all.length === 1 ? (all[0] as Figures) : sumFigures(all))

const noPrices = { hourlyRevenue: null, hourlyParts: null }

/** Whether buckets hold the shifts of their days instead of their time. */
export function isByDate({ shift, buckets }: Question): boolean {
  return shift !== null && buckets !== null && buckets.interval >= 86_400
}

function lastNotAfter<T>(ascending: readonly T[], at: number, of: (one: T) => number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (of(ascending[middle] as T) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
