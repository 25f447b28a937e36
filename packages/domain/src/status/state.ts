import type { ChannelState } from './input-levels.ts'
import type { Source, Status } from './types.ts'

/**
 * All that the fold remembers between two events, as a plain JSON value: what is not settled yet, and what decides what
 * comes next. It holds no counters and no history, so a retelling that has caught up with an earlier one compares equal.
 */
export interface StatusState {
  /** What lies before is settled; until the machine's beginning itself is, that beginning; null before any evidence. */
  settledAt: number | null
  /** The beginning may still move back: a later cycle may reach before the first event. */
  birthOpen: boolean
  /** Running, down and powered-off as decided from `settledAt` on, without the offline gaps, each up to `to`. */
  pieces: { status: Status; to: number }[]
  /** Offline gaps that a later event can still shrink or close; more than `limitMs` long. */
  gaps: { from: number; to: number; limitMs: number }[]
  /** Up to here it is decided, but for the gaps, whether the machine was running; null is "from the beginning". */
  openFrom: number | null
  /** What decides between running and down, and since which change of the settings (null: none was taken yet). */
  source: Source
  switchedAt: number | null
  /** What this primary told last of its status; null: it never told any. Power-off leaves down. */
  told: Status | null
  /** The last cycle that stands, and T in force at it. */
  pulseAt: number | null
  pulseLimitMs: number
  /** The levels of inputs as told last. */
  levels: Record<string, 0 | 1>
  /** With source `inputs`: what each input of the set-up says. */
  channels: ChannelState[]
  /** Powered off since `openFrom`. */
  off: boolean
  /** No device speaks for the machine. */
  orphaned: boolean
  /** The primary device took over here; what its events say of earlier times is cut. Null for the first one. */
  primaryFrom: number | null
  /** The end of the last cycle of this primary, also across a power-off. */
  cycleAt: number | null
  /** Told times of the last cycles, kept only where the settings compute T from them. */
  recentCycleMs: number[]
  /** The end of the evidence so far, and how long a silence after it is not yet offline. */
  aliveUntil: number | null
  limitMs: number
}

/** A machine of which nothing was heard yet. */
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

/** A copy that shares nothing that the fold writes to. */
export function copyState(state: StatusState): StatusState {
  return {
    ...state,
    pieces: state.pieces.map((piece) => ({ ...piece })),
    gaps: state.gaps.map((gap) => ({ ...gap })),
    recentCycleMs: state.recentCycleMs.slice(),
    levels: { ...state.levels },
    channels: state.channels.map((channel) => ({ ...channel, past: channel.past.slice() })),
  }
}
