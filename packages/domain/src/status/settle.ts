import { decidingAt } from './deciding.ts'
import { forgetLevels, inputsDecidedUntil } from './input-levels.ts'
import { type Limits, largestMaximumCycleFrom } from './limits.ts'
import type { StatusState } from './state.ts'
import { addWithGaps, type Timeline } from './timeline.ts'
import { DOWN } from './types.ts'
import { decide, undecidedStatuses } from './undecided.ts'

/** Largest number of undecided intervals. Beyond it the oldest silence is settled as it is, so that a state stays small. */
const MOST_PENDING = 1000

/**
 * Decides the status in `state` up to the instants that are certain at `at` (epoch ms), and moves from `state` to `settled`
 * the intervals that no later event in order can change.
 */
export function settle(state: StatusState, at: number, limits: Limits, settled: Timeline): void {
  const reach = Math.max(reachFrom(state, at, limits), givenUpTo(state))
  if (state.off) forgetLevels(state.channels, reach, MOST_PENDING)
  else if (state.source === 'status') decide(state, state.told ?? DOWN, at)
  else if (state.source === 'inputs') decideInputs(state, at, limits)
  else if (state.pulseAt === null) decide(state, DOWN, reach)
  if (state.birthOpen && (state.settledAt ?? 0) <= reach) state.birthOpen = false
  if (state.birthOpen || (state.pieces.length === 0 && state.gaps.length === 0)) return
  const firm = state.gaps.findIndex((gap) => gap.to > reach)
  const gaps = state.gaps.splice(0, firm < 0 ? state.gaps.length : firm)
  moveToSettled(state, gaps, settled)
}

function decideInputs(state: StatusState, at: number, limits: Limits): void {
  const { inputs } = decidingAt(limits.deciding, state.switchedAt)
  const pending = Math.max(0, ...state.channels.map(({ past }) => past.length))
  // With too much pending, everything is decided as it is seen now.
  const until = inputs === null || pending > MOST_PENDING ? at : inputsDecidedUntil(inputs, state.channels, at)
  for (const { status, to } of undecidedStatuses(state, at, until, limits)) decide(state, status, to)
  forgetLevels(state.channels, state.openFrom ?? Number.NEGATIVE_INFINITY, MOST_PENDING)
}

function moveToSettled(state: StatusState, gaps: StatusState['gaps'], settled: Timeline): void {
  const { pieces: decided, settledAt, openFrom, aliveUntil } = state
  const until = Math.min(openFrom ?? 0, aliveUntil ?? 0, state.gaps[0]?.from ?? Number.POSITIVE_INFINITY)
  if (settledAt === null || until <= settledAt) return
  addWithGaps(decided, gaps, settledAt, until, settled)
  state.settledAt = until
  const first = decided.findIndex((piece) => piece.to > until)
  decided.splice(0, first < 0 ? decided.length : first)
}

/**
 * Returns the instant (epoch ms) up to which the state is settled early because more than 1000 pieces or gaps are pending: its
 * beginning while that may move back, else the end of the oldest gap. With cycles as the source, undecided time up to that end
 * becomes down. Returns `-Infinity` when no more are pending.
 */
function givenUpTo(state: StatusState): number {
  const { pieces: decided, gaps, openFrom } = state
  if (decided.length <= MOST_PENDING && gaps.length <= MOST_PENDING) return Number.NEGATIVE_INFINITY
  if (state.birthOpen) return state.settledAt ?? Number.NEGATIVE_INFINITY
  const oldest = gaps[0]?.to ?? Number.NEGATIVE_INFINITY
  if (state.source === 'cycles' && openFrom !== null && openFrom < oldest) {
    // A silence is longer than T, so the cycle before it no longer counts.
    decide(state, DOWN, oldest)
    state.pulseAt = null
    state.pulseLimitMs = 0
  }
  return oldest
}

/**
 * Returns the earliest instant (epoch ms) that an event after `at` can still affect: the largest T before `at`, or the last cycle
 * if that was earlier, but not before the current primary device took over.
 */
function reachFrom(state: StatusState, at: number, limits: Limits): number {
  const usual = at - largestMaximumCycleFrom(limits, at)
  const counted = state.cycleAt !== null && state.cycleAt < usual ? state.cycleAt : usual
  return state.primaryFrom !== null && counted < state.primaryFrom ? state.primaryFrom : counted
}
