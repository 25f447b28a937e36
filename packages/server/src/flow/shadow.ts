import {
  type Interval,
  joinIntervals,
  type MachineEvent,
  openIntervals,
  type StatusSettings,
  type StatusState,
  tell,
} from '@millwatch/domain/status'
import type { Checkpoint } from '../modules/status/index.ts'

interface Computed {
  readonly state: StatusState
  readonly settled: readonly Interval[]
}

/**
 * Computes status on from a stored checkpoint whose state is not the one that its events come to, beside the computation from
 * the beginning. After a change of settings such a state may be another and come to the same: then it does no harm.
 */
export class Shadow {
  readonly #settings: StatusSettings
  #state: StatusState
  #settled: Interval[] = []
  /** It settles time after its own event: a computation from it would leave that time out. */
  readonly #isOfLater: boolean

  constructor({ at, state }: Checkpoint, settings: StatusSettings) {
    this.#state = JSON.parse(state) as StatusState
    this.#settings = settings
    this.#isOfLater = (this.#state.settledAt ?? at) > at
  }

  tell(events: readonly MachineEvent[], now: number): void {
    const telling = tell({ state: this.#state, events, now, settings: this.#settings })
    this.#settled = joinIntervals(this.#settled, telling.settled)
    this.#state = telling.state
  }

  /** Returns true once both have come to the same state. */
  hasMet({ state }: Computed): boolean {
    return JSON.stringify(this.#state) === JSON.stringify(state)
  }

  /** Returns true when both come to the same intervals wherever they overlap, up to `now` (epoch ms). */
  agrees({ state, settled }: Computed, now: number): boolean {
    if (this.#isOfLater) return false
    const own = joinIntervals(this.#settled, openIntervals(this.#state, now, this.#settings))
    const other = joinIntervals([...settled], openIntervals(state, now, this.#settings))
    const from = Math.max(own[0]?.startedAt ?? now, other[0]?.startedAt ?? now)
    return JSON.stringify(clippedFrom(own, from)) === JSON.stringify(clippedFrom(other, from))
  }
}

const clippedFrom = (intervals: readonly Interval[], from: number) =>
  intervals
    .filter(({ endedAt }) => endedAt === null || endedAt > from)
    .map(({ status, startedAt, endedAt }) => [status, Math.max(startedAt, from), endedAt])
