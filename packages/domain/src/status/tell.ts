import type { EventKey } from '../telemetry/index.ts'
import { takeEvent } from './fold.ts'
import { defaultStatusSettings, limitsOf } from './limits.ts'
import { openIntervals } from './open.ts'
import { copyState, type StatusState } from './state.ts'
import { joinIntervals, Timeline } from './timeline.ts'
import type { Interval, MachineEvent, StatusSettings } from './types.ts'

/** A state to go on from, and the last event it contains. */
export interface Checkpoint {
  readonly after: EventKey
  readonly state: StatusState
}

export interface Telling {
  readonly state: StatusState
  /** From the settled point of the state told from on; no later event in order changes them. */
  readonly settled: Interval[]
  /** What follows, up to now; the last one is open. */
  readonly open: Interval[]
  readonly checkpoints: Checkpoint[]
  /** How many of the events had come to pass by now. */
  readonly toldEvents: number
}

/** One event in order: the state after it, and what it settled. `tell` does the same for many, much faster. */
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
 * Tells a machine's status from `state` on: `events` are all those after it, each once, in order (`compareEvents`);
 * those later than `now` are left for another time. `now` is epoch ms. The given state stays as it is. A checkpoint is
 * kept after every `checkpointEvery` events.
 */
export function tell(asked: {
  readonly state: StatusState
  readonly events: Iterable<MachineEvent>
  readonly now: number
  readonly settings?: StatusSettings
  readonly checkpointEvery?: number
}): Telling {
  const { events, now, settings = defaultStatusSettings, checkpointEvery = Number.POSITIVE_INFINITY } = asked
  const state = copyState(asked.state)
  const limits = limitsOf(settings)
  const settled = new Timeline()
  const checkpoints: Checkpoint[] = []
  let toldEvents = 0
  for (const event of events) {
    if (event.at > now) break
    takeEvent(state, event, limits, settled)
    toldEvents++
    if (toldEvents % checkpointEvery === 0) checkpoints.push({ after: keyOf(event), state: copyState(state) })
  }
  return { state, settled: settled.finish(false), open: openIntervals(state, now, settings), checkpoints, toldEvents }
}

/** The whole of what was told, as one timeline. */
export function intervalsOf(telling: Pick<Telling, 'settled' | 'open'>): Interval[] {
  return joinIntervals(telling.settled, telling.open)
}

const keyOf = ({ at, batchId, position }: EventKey): EventKey => ({ at, batchId, position })
