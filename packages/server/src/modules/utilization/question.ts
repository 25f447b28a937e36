import type { Bucket, BucketInterval, LocalWeek, Range } from '@millwatch/domain/time'
import type { Figures } from '@millwatch/domain/utilization'

/** Line of an answer, such as a unit or a machine, with the machines whose figures are summed. */
export interface Group {
  readonly key: string
  /**
   * Machines of the group, each with the ranges in which its time is included, ordered and disjoint (`timeInUnit`). Null: all its
   * time is, as for a question about the machine itself.
   */
  readonly members: ReadonlyMap<number, readonly Range[] | null>
  /** True when figures of this group are requested by bucket too, not only for the whole period. */
  readonly inBuckets: boolean
}

export interface Question {
  readonly groups: readonly Group[]
  /** Period of the figures. The part after `now` is left out. */
  readonly period: Range
  /** Instant of the answer. Machine status must be computed up to it (`ensureCurrent`) before the transaction begins. */
  readonly now: number
  /** Chosen shift, 1 to 3; null: all time. */
  readonly shift: 1 | 2 | 3 | null
  /** Length of buckets and the calendar they follow; null: no buckets. */
  readonly buckets: { readonly interval: BucketInterval; readonly week: LocalWeek } | null
  /** True when revenue and potential parts are requested, which only admins see; else both are 0. */
  readonly money: boolean
  /** True when averages of cycle time, temperature and analog are requested; else they are empty. */
  readonly averages: boolean
  /** True when only the sums behind utilization are read, as `utilizationOver` sets it. */
  readonly onlyUtilization?: boolean
  /** Number of pairs with the same plan above which rows are read in stored order; absent: 50. Tests make it small. */
  readonly wideFrom?: number
  /** Number of days, of all machines together, that are read at once; absent: 8,000. Tests make it small. */
  readonly daysAtOnce?: number
}

export interface GroupFigures<Part = Figures> {
  readonly whole: Part
  /** Figures of each bucket of the answer, in order; null when no buckets were requested for this group. */
  readonly buckets: readonly Part[] | null
}

export interface Answer<Part = Figures> {
  readonly asOf: number
  /**
   * Buckets of the period up to now, in order; null: none were requested. With a shift chosen, a day or week contains the shifts
   * that start on its days; one beside the period is then added, with an empty range, if its shifts reach into the period
   * (domain, section 5).
   */
  readonly buckets: readonly Bucket[] | null
  /** Figures by the key of the group. */
  readonly groups: ReadonlyMap<string, GroupFigures<Part>>
}
