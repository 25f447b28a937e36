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
 * Second computation of status, started from a stored checkpoint whose state differs from the computed one and run over
 * the same events. It shows if the difference leads to other intervals; after a change of settings it need not, and
 * such a checkpoint does no harm.
 */
export class Shadow {
  readonly #settings: StatusSettings
  #state: StatusState
  #settled: Interval[] = []
  /** True if the checkpoint settles time after its own event; a computation from it would leave out that time. */
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

  /** Returns true once both computations have the same state. */
  hasMet({ state }: Computed): boolean {
    return JSON.stringify(this.#state) === JSON.stringify(state)
  }

  /** Returns true if both computations give the same intervals wherever they overlap, up to `now` (epoch ms). */
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
