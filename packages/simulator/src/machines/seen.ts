import { MINUTE_MS, SECOND_MS } from '@millwatch/domain/time'
import type { Span } from './day-plan.ts'
import type { Kind } from './kind.ts'
import type { Outage } from './network.ts'

/** Delays (ms) with which a server sees that a machine works or stands. */
export interface Sight {
  /** Longest time from the start of work until a server sees it. */
  readonly lateStartMs: number
  /** Longest time before a stop from which a server sees the machine stand, which is the cycle that the stop left unfinished. */
  readonly earlyStopMs: number
  /** Longest time from a stop until a server sees it; it may never see a shorter stop. */
  readonly lateStopMs: number
}

/** Time (ms) for a message on its way to the server, including the window of events that it contains. */
const TRANSIT_MS = 20 * SECOND_MS
/**
 * Longest stop (ms) that a server may not see on a machine that it sees only by its cycles; it is also the shortest stop in older
 * history.
 */
const UNSEEN_STOP_MS = 3 * MINUTE_MS
/** Time (ms) after which a server takes a silent machine for offline. */
const SILENCE_MS = 10 * MINUTE_MS
const NETWORK_DELAY_MS = 90 * SECOND_MS
const WRONG_CLOCK_MS = 10 * MINUTE_MS

/**
 * Returns the delays with which a server sees a machine of a kind work or stand. A network that fails adds 90 s to the late start
 * and late stop, a clock that is ahead 10 minutes.
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

/**
 * Returns the time in which a server gets no messages because of an outage: the outage, made longer by 110 s until the delayed
 * messages have arrived.
 */
export const unseen = ({ from, to }: Outage): Outage => ({ from, to: to + NETWORK_DELAY_MS + TRANSIT_MS })

/**
 * Returns the time from the start of a rest in which a server still sees the machine run, because its device sends no message
 * about the stop: 7 minutes and 20 s.
 */
export const silentStart = ({ from }: Span): Span => ({ from, to: from + SILENCE_MS + TRANSIT_MS - UNSEEN_STOP_MS })

/** Delays with which a server sees a machine that replays a recording, whose controller reports when it runs. */
export const recordedSight: Sight = { lateStartMs: TRANSIT_MS, earlyStopMs: 0, lateStopMs: TRANSIT_MS }
