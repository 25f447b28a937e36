import { decidingAt } from './deciding.ts'
import { takeSettings } from './fold.ts'
import { inputPasses } from './input-levels.ts'
import { defaultStatusSettings, limitsOf } from './limits.ts'
import { copyState, type StatusState } from './state.ts'
import { addWithGaps, Timeline } from './timeline.ts'
import type { Interval, StatusSettings } from './types.ts'
import { undecidedStatuses } from './undecided.ts'

/**
 * Returns the intervals that later events may still change, from the settled point to `now` (epoch ms, not before the last
 * event); the last one is open. Together with all settled intervals before, they are the whole timeline. Empty before any
 * evidence.
 */
export function openIntervals(
  lastState: StatusState,
  now: number,
  settings: StatusSettings = defaultStatusSettings,
): Interval[] {
  const state = withSettings(lastState, now, settings)
  if (state.settledAt === null || state.aliveUntil === null) return []
  const end = Number.POSITIVE_INFINITY
  const silent = now - state.aliveUntil > state.limitMs
  const decided = [...state.pieces, ...undecidedStatuses(state, now, end, limitsOf(settings))]
  const gaps = silent ? [...state.gaps, { from: state.aliveUntil, to: end, limitMs: state.limitMs }] : state.gaps
  const timeline = new Timeline()
  addWithGaps(decided, gaps, state.settledAt, end, timeline)
  return timeline.finish(true)
}

/**
 * Returns a copy of the state with the changes of settings up to `now` (epoch ms) applied; the same state when none is to be
 * applied.
 */
function withSettings(state: StatusState, now: number, settings: StatusSettings): StatusState {
  const limits = limitsOf(settings)
  if (limits.deciding.length === 1) return state
  const copy = copyState(state)
  return takeSettings(copy, now, limits) ? copy : state
}

/**
 * Returns the first instant (epoch ms) after `after` at which time alone changes the status, or null when it never does.
 * Causes are: T after the last cycle has passed, the duration of a filter after a change of level, the offline limit after
 * the last evidence, or a setting that counts from then on.
 */
export function nextChangeAt(
  state: StatusState,
  after: number,
  settings: StatusSettings = defaultStatusSettings,
): number | null {
  const { pulseAt, pulseLimitMs, aliveUntil, limitMs, switchedAt, channels } = state
  const { deciding } = limitsOf(settings)
  const passes = deciding.map(({ from }) => from)
  if (pulseAt !== null) passes.push(pulseAt + pulseLimitMs + 1)
  if (aliveUntil !== null) passes.push(aliveUntil + limitMs + 1)
  const { inputs } = decidingAt(deciding, switchedAt)
  if (inputs !== null) passes.push(...inputPasses(inputs, channels))
  passes.sort((a, b) => a - b)
  const differs = (at: number) =>
    !sameIntervals(openIntervals(state, at - 1, settings), openIntervals(state, at, settings))
  return passes.find((at) => at > after && differs(at)) ?? null
}

function sameIntervals(a: readonly Interval[], b: readonly Interval[]): boolean {
  return (
    a.length === b.length &&
    a.every((interval, i) => interval.status === b[i]?.status && interval.startedAt === b[i]?.startedAt)
  )
}
