/** Input and output of the reference model of status. Times are epoch ms, durations ms. */

import type { ReferenceInputName, ReferenceSetup } from './inputs.ts'

export interface ReferenceEvent {
  readonly at: number
  readonly batchId: string
  readonly position: number
  readonly type: 'cycle' | 'tlm' | 'status' | 'power' | 'ping' | 'input'
  /** cycle: whole ms, absent when the device did not send it; not checked yet. */
  readonly cycleMs?: number | undefined
  /** cycle: default 1; 0 is telemetry. */
  readonly count?: number | undefined
  /** status: running, else down. */
  readonly running?: boolean | undefined
  /** power. */
  readonly on?: boolean | undefined
  /** ping: evidence from here to `at`. */
  readonly sinceAt?: number | undefined
  /** input: which, and its level. */
  readonly input?: ReferenceInputName | undefined
  readonly level?: 0 | 1 | undefined
}

/** Change of primary: from `at` on another device is primary, or none is. The first primary of a machine is not a change. */
export interface ReferenceChange {
  readonly at: number
  readonly primary: boolean
}

/** From `from` on T is `ms`, or computed when null, because a person has emptied it. */
export interface ReferenceSetting {
  readonly from: number
  readonly ms: number | null
}

/** From `from` on the source that an admin fixed; null: it follows from the signals. */
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
  /** null: open. */
  readonly end: number | null
}

export interface StatusSpan {
  readonly start: number
  readonly end: number
}

/** Time of one primary; nothing sent before it counts in it. */
export interface Era {
  readonly start: number
  readonly end: number
  readonly primary: boolean
  readonly events: readonly ReferenceEvent[]
}
