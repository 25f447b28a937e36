import { statusAt } from './fold.ts'
import type { StatusState } from './state.ts'
import { layGaps, Timeline } from './timeline.ts'
import type { Interval } from './types.ts'

/**
 * The intervals from the settled point (or the machine's beginning) to `now`, which is not before the last event; the
 * last one is open. With all settled ones before it this is the whole timeline. Empty before any evidence.
 */
export function openIntervals(state: StatusState, now: number): Interval[] {
  if (state.settledAt === null || state.aliveUntil === null) return []
  const end = Number.POSITIVE_INFINITY
  const silent = now - state.aliveUntil > state.limitMs
  const pieces = [...state.pieces, { status: statusAt(state, now), to: end }]
  const gaps = silent ? [...state.gaps, { from: state.aliveUntil, to: end, limitMs: state.limitMs }] : state.gaps
  const timeline = new Timeline()
  layGaps(pieces, gaps, state.settledAt, end, timeline)
  return timeline.finish(true)
}

/**
 * The first instant after `after` at which `openIntervals` differs from what it was 1 ms before, with no new event: T
 * after the last cycle has passed, or the offline limit after the last evidence. Null when time alone changes nothing.
 */
export function nextChangeAt(state: StatusState, after: number): number | null {
  const { openFrom, pulseLimitMs, aliveUntil, limitMs } = state
  const passes: number[] = []
  if (openFrom !== null && pulseLimitMs !== null) passes.push(openFrom + pulseLimitMs + 1)
  if (aliveUntil !== null) passes.push(aliveUntil + limitMs + 1)
  passes.sort((a, b) => a - b)
  return (
    passes.find((at) => at > after && !sameIntervals(openIntervals(state, at - 1), openIntervals(state, at))) ?? null
  )
}

function sameIntervals(a: readonly Interval[], b: readonly Interval[]): boolean {
  return a.length === b.length && a.every((one, i) => one.status === b[i]?.status && one.startedAt === b[i]?.startedAt)
}
