import type { Bucket, BucketInterval, LocalWeek, Range } from '@millwatch/domain/time'
import type { Figures } from '@millwatch/domain/utilization'

/** One line of an answer: a unit, a child of it, one machine. */
export interface Group {
  readonly key: string
  /**
   * Its machines, with the stretches in which each counts, in order and apart (`standingUnder`); null: always, as a
   * machine that is asked about itself.
   */
  readonly members: ReadonlyMap<number, readonly Range[] | null>
  /** By bucket too. */
  readonly inBuckets: boolean
}

export interface Question {
  readonly groups: readonly Group[]
  /** What of it lies after `now` is left out. */
  readonly period: Range
  /** As of when; machines must have been told up to here (`ensureTold`) before the transaction began. */
  readonly now: number
  /** 1 to 3; null: all. */
  readonly shift: 1 | 2 | 3 | null
  /** How long buckets are, and whose days they follow; null: none are asked for. */
  readonly buckets: { readonly interval: BucketInterval; readonly week: LocalWeek } | null
  /** Revenue and potential parts are wanted, which only admins see; else they are 0. */
  readonly money: boolean
  /** Averages of cycle time, temperature and analog are wanted; else they are of nothing. */
  readonly averages: boolean
  /** With more machines than this that are read alike, rows are read as they lie; tests make it small. */
  readonly wideFrom?: number
}

export interface GroupFigures {
  readonly whole: Figures
  /** One for each bucket of the answer; null where none were asked for. */
  readonly buckets: readonly Figures[] | null
}

export interface Answer {
  readonly asOf: number
  /**
   * Of the period up to now, in order. With a shift chosen days and weeks hold the shifts of their days; the first may then
   * bear the day before, and is itself an empty stretch (domain, section 5).
   */
  readonly buckets: readonly Bucket[] | null
  /** By key. */
  readonly groups: ReadonlyMap<string, GroupFigures>
}
