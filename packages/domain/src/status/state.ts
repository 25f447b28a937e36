import type { ChannelState } from './input-levels.ts'
import type { Source, Status } from './types.ts'

/**
 * State of the fold between two events, as a plain JSON value; instants are epoch ms. It holds no counters and no history, so
 * a recomputation that has caught up with an earlier one has an equal state.
 */
export interface StatusState {
  /**
   * Instant before which everything is settled. It is the machine's beginning until that is settled too; null before any
   * evidence.
   */
  settledAt: number | null
  /** True while the beginning may still move back: a later cycle may start before the first event. */
  birthOpen: boolean
  /** Running, down and powered-off as decided from `settledAt` on, without the offline gaps. Each piece ends at `to`. */
  pieces: { status: Status; to: number }[]
  /** Offline gaps that a later event can still shrink or close; each is longer than `limitMs`. */
  gaps: { from: number; to: number; limitMs: number }[]
  /** Instant up to which running or not is decided, apart from the gaps; null is "from the beginning". */
  openFrom: number | null
  /** Source that decides between running and down, and the last change of settings that was applied (null: none). */
  source: Source
  switchedAt: number | null
  /** Last status that the current primary device sent; null: it sent none. A power-off sets a status that was sent to down. */
  told: Status | null
  /** Last cycle that still counts, and T in force at it. */
  pulseAt: number | null
  pulseLimitMs: number
  /** Levels of inputs as the device sent them last. */
  levels: Record<string, 0 | 1>
  /** States of the channels of the set-up, when the source is `inputs`. */
  channels: ChannelState[]
  /** True when the machine is powered off since `openFrom`. */
  off: boolean
  /** True when the machine has no primary device. */
  orphaned: boolean
  /**
   * Instant from which the current device is primary; its evidence of earlier times is cut off at this instant. Null for the
   * first primary.
   */
  primaryFrom: number | null
  /** End of the last cycle of the current primary, also across a power-off. */
  cycleAt: number | null
  /** Cycle times that the device sent last, kept only when the settings compute T from them. */
  recentCycleMs: number[]
  /** End of the evidence so far, and the length of silence after it (`limitMs`) that is not yet offline. */
  aliveUntil: number | null
  limitMs: number
}

/** Returns the state of a machine without any events. */
export function initialStatusState(): StatusState {
  return {
    settledAt: null,
    birthOpen: true,
    pieces: [],
    gaps: [],
    openFrom: null,
    source: 'cycles',
    switchedAt: null,
    told: null,
    pulseAt: null,
    pulseLimitMs: 0,
    levels: {},
    channels: [],
    off: false,
    orphaned: false,
    primaryFrom: null,
    cycleAt: null,
    recentCycleMs: [],
    aliveUntil: null,
    limitMs: 0,
  }
}

/** Returns a copy of a state. The fold may change either without changing the other. */
export function copyState(state: StatusState): StatusState {
  return {
    ...state,
    pieces: state.pieces.map((decided) => ({ ...decided })),
    gaps: state.gaps.map((gap) => ({ ...gap })),
    recentCycleMs: state.recentCycleMs.slice(),
    levels: { ...state.levels },
    channels: state.channels.map((channel) => ({ ...channel, past: channel.past.slice() })),
  }
}
