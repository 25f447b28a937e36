import type { EventKey } from '../telemetry/index.ts'
import { takeEvent } from './fold.ts'
import { defaultStatusSettings, limitsOf } from './limits.ts'
import { openIntervals } from './open.ts'
import { copyState, type StatusState } from './state.ts'
import { joinIntervals, Timeline } from './timeline.ts'
import type { Interval, MachineEvent, StatusSettings } from './types.ts'

/** State of the fold after an event, from which a later computation can continue. */
export interface Checkpoint {
  readonly after: EventKey
  readonly state: StatusState
}

export interface ComputedStatus {
  readonly state: StatusState
  /** Intervals from the settled point of the given state on; no later event in order changes them. */
  readonly settled: Interval[]
  /** Intervals after the settled ones, up to now; the last one is open. */
  readonly open: Interval[]
  readonly checkpoints: Checkpoint[]
  /** Number of events that were applied: those up to now. */
  readonly eventCount: number
}

/**
 * Applies the next event in order. Returns the new state, and the intervals that no later event in order can change; `state`
 * itself is not changed. `replayEvents` does the same for many events much faster.
 */
export function step(
  state: StatusState,
  event: MachineEvent,
  settings: StatusSettings = defaultStatusSettings,
): { state: StatusState; settled: Interval[] } {
  const next = copyState(state)
  const settled = new Timeline()
  takeEvent(next, event, limitsOf(settings), settled)
  return { state: next, settled: settled.finish(false) }
}

/**
 * Computes a machine's status from `state` on. `events` are all events after that state, each once, in order
 * (`compareEvents`); those later than `now` (epoch ms) are ignored. A checkpoint is returned after every
 * `checkpointEvery` events; by default none. `state` is not changed.
 */
export function replayEvents(request: {
  readonly state: StatusState
  readonly events: Iterable<MachineEvent>
  readonly now: number
  readonly settings?: StatusSettings
  readonly checkpointEvery?: number
}): ComputedStatus {
  const { events, now, settings = defaultStatusSettings, checkpointEvery = Number.POSITIVE_INFINITY } = request
  const state = copyState(request.state)
  const limits = limitsOf(settings)
  const settled = new Timeline()
  const checkpoints: Checkpoint[] = []
  let eventCount = 0
  for (const event of events) {
    if (event.at > now) break
    takeEvent(state, event, limits, settled)
    eventCount++
    if (eventCount % checkpointEvery === 0) checkpoints.push({ after: keyOf(event), state: copyState(state) })
  }
  return { state, settled: settled.finish(false), open: openIntervals(state, now, settings), checkpoints, eventCount }
}

/**
 * Returns settled and open intervals as one timeline, ascending; two neighbours of equal status at the join become one
 * interval.
 */
export function intervalsOf(computed: Pick<ComputedStatus, 'settled' | 'open'>): Interval[] {
  return joinIntervals(computed.settled, computed.open)
}

const keyOf = ({ at, batchId, position }: EventKey): EventKey => ({ at, batchId, position })
