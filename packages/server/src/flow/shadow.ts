import {
  type Interval,
  joinIntervals,
  type MachineEvent,
  openIntervals,
  replayEvents,
  type StatusSettings,
  type StatusState,
} from '@millwatch/domain/status'
import type { Checkpoint } from '../modules/status/index.ts'

interface Computed {
  readonly state: StatusState
  readonly settled: readonly Interval[]
}

/**
 * Second computation of status, over the same events, from a stored checkpoint whose state differs from the computed one. It
 * shows if the difference leads to other intervals. After a change of settings it may not, and the checkpoint does no harm then.
 */
export class Shadow {
  readonly #settings: StatusSettings
  #state: StatusState
  #settled: Interval[] = []
  /** True if the checkpoint's state settles time after its own event; a computation from it would leave out that time. */
  readonly #isOfLater: boolean

  constructor({ at, state }: Checkpoint, settings: StatusSettings) {
    this.#state = JSON.parse(state) as StatusState
    this.#settings = settings
    this.#isOfLater = (this.#state.settledAt ?? at) > at
  }

  compute(events: readonly MachineEvent[], now: number): void {
    const computed = replayEvents({ state: this.#state, events, now, settings: this.#settings })
    this.#settled = joinIntervals(this.#settled, computed.settled)
    this.#state = computed.state
  }

  /** Returns true if both computations have the same state. */
  hasMet({ state }: Computed): boolean {
    return JSON.stringify(this.#state) === JSON.stringify(state)
  }

  /**
   * Returns true if both computations give the same intervals from the later of their first starts up to `now` (epoch ms). False
   * if the checkpoint settles time after its own event.
   */
  agrees({ state, settled }: Computed, now: number): boolean {
    if (this.#isOfLater) return false
    const mine = joinIntervals(this.#settled, openIntervals(this.#state, now, this.#settings))
    const other = joinIntervals([...settled], openIntervals(state, now, this.#settings))
    const from = Math.max(mine[0]?.startedAt ?? now, other[0]?.startedAt ?? now)
    return JSON.stringify(clippedFrom(mine, from)) === JSON.stringify(clippedFrom(other, from))
  }
}

const clippedFrom = (intervals: readonly Interval[], from: number) =>
  intervals
    .filter(({ endedAt }) => endedAt === null || endedAt > from)
    .map(({ status, startedAt, endedAt }) => [status, Math.max(startedAt, from), endedAt])
