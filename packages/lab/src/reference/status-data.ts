/** Input and output of the reference model of status. Times are epoch ms, durations ms. */

import type { ReferenceInputName, ReferenceSetup } from './inputs.ts'

export interface ReferenceEvent {
  readonly at: number
  readonly batchId: string
  readonly position: number
  readonly type: 'cycle' | 'tlm' | 'status' | 'power' | 'ping' | 'input'
  /** Time of a cycle in whole ms as sent, possibly an impossible value; absent if the device did not send it. For cycles only. */
  readonly cycleMs?: number | undefined
  /** Number of cycles, 1 unless given; an event with 0 is telemetry. For cycles only. */
  readonly count?: number | undefined
  /** True for running, otherwise down. For status events only. */
  readonly running?: boolean | undefined
  /** True for power on, false for power off. For power events only. */
  readonly on?: boolean | undefined
  /** Instant from which, up to `at`, the ping is evidence; absent for `at` alone. For pings only. */
  readonly sinceAt?: number | undefined
  /** Name of the input whose level is `level`. For input events only. */
  readonly input?: ReferenceInputName | undefined
  readonly level?: 0 | 1 | undefined
}

/**
 * Change of the primary device: from `at` (inclusive) on another device is primary, or none if `primary` is false. The first
 * primary of a machine is not a change.
 */
export interface ReferenceChange {
  readonly at: number
  readonly primary: boolean
}

/** Setting of the maximum cycle time T: from `from` (inclusive) on it is `ms`, or computed from the cycles if that is null. */
export interface ReferenceSetting {
  readonly from: number
  readonly ms: number | null
}

/** Source of the status that an admin fixed from `from` (inclusive) on; null if it follows from the signals again. */
export interface ReferenceFixed {
  readonly from: number
  readonly source: ReferenceSource | null
}

export type ReferenceSource = 'inputs' | 'cycles' | 'status'

export interface ReferenceSet {
  readonly events: readonly ReferenceEvent[]
  readonly changes: readonly ReferenceChange[]
  readonly maxCycle: readonly ReferenceSetting[]
  readonly setups?: readonly ReferenceSetup[] | undefined
  readonly fixed?: readonly ReferenceFixed[] | undefined
}

export type ReferenceStatus = 1 | 2 | 3 | 4

export interface ReferenceInterval {
  readonly status: ReferenceStatus
  readonly start: number
  /** End of the interval; null if it is open. */
  readonly end: number | null
}

export interface StatusSpan {
  readonly start: number
  readonly end: number
}

/**
 * Time from `start` (inclusive, epoch ms) to `end` (exclusive; both may be infinite) with the same primary device, or with none.
 * `events` are those of this time only, none without a primary.
 */
export interface Era {
  readonly start: number
  readonly end: number
  readonly primary: boolean
  readonly events: readonly ReferenceEvent[]
}
