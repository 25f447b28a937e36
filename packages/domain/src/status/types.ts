import type { EventKey } from '../telemetry/index.ts'

/** Status of a machine: 1 running, 2 down, 3 offline, 4 powered-off. */
export type Status = 1 | 2 | 3 | 4

export const RUNNING = 1
export const DOWN = 2
export const OFFLINE = 3
export const POWERED_OFF = 4

/** Content of a machine event, reduced to what can affect the machine's status. */
export type Signal =
  /**
   * `count` >= 1 cycles that ended at the event's time; `cycleMs` is the time of one cycle, null when the device did not send
   * it.
   */
  | { readonly kind: 'cycle'; readonly cycleMs: number | null; readonly count: number }
  | { readonly kind: 'status'; readonly running: boolean }
  | { readonly kind: 'power'; readonly on: boolean }
  /** An input is at this level from the event's time on. */
  | { readonly kind: 'input'; readonly input: string; readonly level: 0 | 1 }
  /** The device was alive (a reading, a ping, a cycle of count 0); the event means nothing more. */
  | { readonly kind: 'evidence' }
  /** The device was alive from the event's time to `until`. It comes from a ping with `since`, and its time is that `since`. */
  | { readonly kind: 'alive'; readonly until: number }
  /** A new primary device takes over (not the machine's first one). */
  | { readonly kind: 'primary' }
  /** The machine has no primary device from the event's time to the next `primary`. */
  | { readonly kind: 'no_primary' }

/** Signal with the key that orders the events of a machine. */
export interface MachineEvent extends EventKey {
  readonly signal: Signal
}

/**
 * Time `[startedAt, endedAt)` (epoch ms) in which a machine has one status; `endedAt` null: the status lasts until
 * now.
 */
export interface Interval {
  readonly status: Status
  readonly startedAt: number
  readonly endedAt: number | null
}

/** Source that decides between running and down: the inputs, the cycles or the status events of the primary device. */
export type Source = 'inputs' | 'cycles' | 'status'

/**
 * Settings of a machine over time. Every list ascends by `from` (epoch ms, inclusive), and an entry counts up to the next.
 *
 * `inputSetup` and `source` together choose the source that decides (domain, section 3). First comes the source an admin fixed.
 * Next come inputs, when the set-up has running inputs. Else cycles decide, until the current primary device sends its first
 * `status`, which then decides.
 *
 * When the source, or the set-up by which inputs decide, changes at an instant, the time before keeps its status as it was seen
 * then. Later events cannot change running, down or powered-off before that instant; only evidence still can reach there. Known
 * values (levels of inputs, the last status, the last cycle) stay valid across the change. The current piece of an input begins
 * again there, as a longer one.
 *
 * After a change of `maximumCycle` at an instant X, status is recomputed from a stored state. That state must be from before X
 * less the larger of the old and the new limit, because the limit decides on time up to that long before X. If T is computed from
 * X on and was not before, the state must also be from before the 100 cycles from which T is computed. After a change of the
 * other two lists a state from before X is enough.
 */
export interface StatusSettings {
  /**
   * Longest allowed cycle time: `ms` counts from `from` on; null means computed from the last 100 cycles. Before the first
   * entry it is `DEFAULT_MAXIMUM_CYCLE_MS`.
   */
  readonly maximumCycle: readonly { readonly from: number; readonly ms: number | null }[]
  /**
   * Input set-up of the primary device at each time, as JSON (see `InputSetup`). Null, and the time before the first entry:
   * none.
   */
  readonly inputSetup: readonly { readonly from: number; readonly setup: unknown }[]
  /** Source that an admin fixed. Null, and the time before the first entry: none. */
  readonly source: readonly { readonly from: number; readonly source: Source | null }[]
}
