import type { Span } from './day-plan.ts'
import type { Kind } from './kind.ts'
import type { Outage } from './network.ts'

/** Delays with which a server sees that a machine works or stands (ms). */
export interface Sight {
  /** Longest time after the start of work until it is seen. */
  readonly lateStartMs: number
  /** Longest time before a stop from which the machine is seen standing: the cycle that the stop left unfinished. */
  readonly earlyStopMs: number
  /** Longest time for which a stopped machine is still seen working; a shorter stop may not be seen at all. */
  readonly lateStopMs: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Message in transit, with the window that it covers. */
const TRANSIT_MS = 20 * SECOND_MS
/** Largest `T` of a machine that is seen by its cycles, which is also the shortest stop in older history. */
const UNSEEN_STOP_MS = 3 * MINUTE_MS
/** Time after which a server counts a silent machine as offline. */
const SILENCE_MS = 10 * MINUTE_MS
const NETWORK_DELAY_MS = 90 * SECOND_MS
const WRONG_CLOCK_MS = 10 * MINUTE_MS

/**
 * Returns the delays with which a server sees a machine of a kind work or stand. A network that fails and a clock that
 * is ahead make them longer.
 */
export function sightOf(kind: Kind, has: { readonly network: boolean; readonly wrongClock: boolean }): Sight {
  const unfinishedMs = kind.signals === 'cycles' ? Math.round(2 * kind.cycleMs) : 0
  const transitMs = TRANSIT_MS + (has.network ? NETWORK_DELAY_MS : 0) + (has.wrongClock ? WRONG_CLOCK_MS : 0)
  return {
    lateStartMs: unfinishedMs + transitMs,
    earlyStopMs: unfinishedMs,
    lateStopMs: UNSEEN_STOP_MS + transitMs,
  }
}

/** Returns the outage, made longer until the messages that it held back have arrived. */
export const unseen = ({ from, to }: Outage): Outage => ({ from, to: to + NETWORK_DELAY_MS + TRANSIT_MS })

/** Returns the time at the start of a rest without any message, in which a server still sees the machine run. */
export const silentStart = ({ from }: Span): Span => ({ from, to: from + SILENCE_MS + TRANSIT_MS - UNSEEN_STOP_MS })

/** Delays with which a server sees a machine that replays a recording: its controller reports when it runs. */
export const recordedSight: Sight = { lateStartMs: TRANSIT_MS, earlyStopMs: 0, lateStopMs: TRANSIT_MS }
