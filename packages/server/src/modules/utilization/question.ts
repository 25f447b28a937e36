import type { Range } from '@millwatch/domain/time'
import type { Bucket, Figures } from '@millwatch/domain/utilization'

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
  /** In order and apart; null: none are asked for. */
  readonly buckets: readonly Bucket[] | null
}

export interface GroupFigures {
  readonly whole: Figures
  /** As many as there are buckets; null where none were asked for. */
  readonly buckets: readonly Figures[] | null
}

export interface Answer {
  readonly asOf: number
  /** By key. */
  readonly groups: ReadonlyMap<string, GroupFigures>
}
