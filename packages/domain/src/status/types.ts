import type { EventKey } from '../telemetry/index.ts'

/** 1 running, 2 down, 3 offline, 4 powered-off. */
export type Status = 1 | 2 | 3 | 4

export const RUNNING = 1
export const DOWN = 2
export const OFFLINE = 3
export const POWERED_OFF = 4

/** What one event says about a machine, stripped of everything that does not bear on its status. */
export type Signal =
  /** `count` >= 1 cycles that ended at the event's time; `cycleMs` is the told time of one, null when not told. */
  | { readonly kind: 'cycle'; readonly cycleMs: number | null; readonly count: number }
  | { readonly kind: 'status'; readonly running: boolean }
  | { readonly kind: 'power'; readonly on: boolean }
  /** An input stands at a level from here on. */
  | { readonly kind: 'input'; readonly input: string; readonly level: 0 | 1 }
  /** Something was heard (a reading, a ping, a cycle of count 0), and nothing more. */
  | { readonly kind: 'evidence' }
  /** The device was alive from the event's time to `until`: what a ping with `since` says, placed at `since`. */
  | { readonly kind: 'alive'; readonly until: number }
  /** A new primary device takes over (not the machine's first one). */
  | { readonly kind: 'primary' }
  /** From here to the next `primary` no device speaks for the machine. */
  | { readonly kind: 'no_primary' }

/** One signal in its place in the order of its machine. */
export interface MachineEvent extends EventKey {
  readonly signal: Signal
}

/** Half-open `[startedAt, endedAt)` in epoch ms; null is "until now". */
export interface Interval {
  readonly status: Status
  readonly startedAt: number
  readonly endedAt: number | null
}

/** What decides between running and down: an admin's choice, else null: as the signals say. */
export type Source = 'inputs' | 'cycles' | 'status'

/**
 * The settings of a machine over time; every list ascends by `from` (epoch ms, included), and an entry counts up to the next.
 *
 * `inputSetup` and `source` together say what decides (domain, section 3): the source an admin fixed; else inputs, where the
 * set-up has running inputs to decide by; else cycles until this primary device tells its first `status`, and that from then
 * on. Where what decides, or the set-up that inputs decide by, is another from an instant on, all before it stands as it was
 * seen then, and nothing that happens later says anything about running, down or powered-off before it; only evidence
 * reaches behind it. What was told (levels of inputs, the last status, the last cycle) stands across it; an input's piece
 * begins there anew at its level, as a longer one.
 *
 * A change of `maximumCycle` as of an instant X needs a retelling from a state before X less the larger of the old and the
 * new limit, for such a state has not settled what the new limit may change; and where T is computed from X on and was not
 * before, from one before the 100 cycles it is computed from. One of the other two needs one from a state before X.
 */
export interface StatusSettings {
  /**
   * The maximum allowed cycle time: `ms` counts from that instant on, null means computed from the last 100 cycles; before
   * the first entry it is `DEFAULT_MAXIMUM_CYCLE_MS`.
   */
  readonly maximumCycle: readonly { readonly from: number; readonly ms: number | null }[]
  /** The input set-up of the primary device at each time, as JSON (see `InputSetup`); null, and before the first: none. */
  readonly inputSetup: readonly { readonly from: number; readonly setup: unknown }[]
  /** What an admin fixed; null, and before the first: nothing. */
  readonly source: readonly { readonly from: number; readonly source: Source | null }[]
}
