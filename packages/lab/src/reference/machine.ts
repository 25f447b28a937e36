/** Facts about a machine for the reference models, all in memory at once. */

import type { ReferenceRow } from './shifts.ts'
import type { ReferenceInterval } from './status-data.ts'

/**
 * Settings of a machine from `from` (epoch ms) until the next entry; the first entry also applies before its `from`. `unit` is
 * the id of the unit that contains the machine; `hourlyRevenue` and `hourlyParts` null count as 0.
 */
export interface ReferenceSettings {
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

/** Event of `count` cycles that ended at `at` (epoch ms), with its marks. */
export interface ReferenceCycles {
  readonly at: number
  readonly count: number
  /** Time of a single cycle in ms, sent or derived; null if it is not known. */
  readonly timeMs: number | null
  readonly startup: boolean
  readonly outlier: boolean
}

/** Readings that came with a cycle or as telemetry at an instant (epoch ms); null for a reading that is missing. */
export interface ReferenceReading {
  readonly at: number
  readonly temperature: number | null
  /** Analog value, converted by the configuration in force at its instant; null if missing. */
  readonly analog: number | null
}

export interface ReferenceRunSpan {
  readonly startedAt: number
  readonly endedAt: number | null
  readonly partsPerCycle: number | null
}

/**
 * All facts known of a machine: intervals as computed now, all rows of shift history, settings ascending, cycles, readings and
 * runs.
 */
export interface ReferenceMachine {
  readonly intervals: readonly ReferenceInterval[]
  readonly rows: readonly ReferenceRow[]
  readonly settings: readonly ReferenceSettings[]
  readonly cycles: readonly ReferenceCycles[]
  readonly readings: readonly ReferenceReading[]
  readonly runs: readonly ReferenceRunSpan[]
}
