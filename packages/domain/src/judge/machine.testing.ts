/** What is known of a machine, in the plainest form: all of it at once. */
import type { NaiveInterval } from '../status/naive.testing.ts'
import type { NaiveRow } from './shifts.testing.ts'

/** From `from` on; the first is from ever. */
export interface NaiveSettings {
  readonly from: number
  readonly unit: number
  readonly active: boolean
  readonly excluded: boolean
  readonly cappedBySchedule: boolean
  readonly shortDowntimeCounts: boolean
  readonly thresholdMs: number
  readonly hourlyRevenue: number | null
  readonly hourlyParts: number | null
}

/** `count` cycles that ended at `at`. */
export interface NaiveCycles {
  readonly at: number
  readonly count: number
  /** Told or derived. */
  readonly timeMs: number | null
  readonly startup: boolean
  readonly outlier: boolean
}

/** A cycle or telemetry that told a value. */
export interface NaiveReading {
  readonly at: number
  readonly temperature: number | null
  /** Transformed by the configuration in force at its time. */
  readonly analog: number | null
}

export interface NaiveRunSpan {
  readonly startedAt: number
  readonly endedAt: number | null
  readonly partsPerCycle: number | null
}

/** Intervals as told at now; rows are all rows of shift history, read or not; settings ascending. */
export interface NaiveMachine {
  readonly intervals: readonly NaiveInterval[]
  readonly rows: readonly NaiveRow[]
  readonly settings: readonly NaiveSettings[]
  readonly cycles: readonly NaiveCycles[]
  readonly readings: readonly NaiveReading[]
  readonly runs: readonly NaiveRunSpan[]
}
