import { type Limits, largestMaximumCycleFrom, maximumCycleAt, OFFLINE_LIMIT_MS, rememberCycle } from './limits.ts'
import type { StatusState } from './state.ts'
import { layGaps, type Timeline } from './timeline.ts'
import { DOWN, type MachineEvent, OFFLINE, POWERED_OFF, RUNNING, type Signal, type Status } from './types.ts'

/** Beyond so many undecided stretches the oldest silence is settled as it stands, so that a state stays small. */
const MOST_PENDING = 1000

type Cycle = Extract<Signal, { kind: 'cycle' }>

/**
 * Takes the next event, in order, into `state`, which it changes, and adds to `settled` what no later event in order can
 * change any more. Everything the fold knows is in this function and those it calls.
 */
export function takeEvent(state: StatusState, event: MachineEvent, limits: Limits, settled: Timeline): void {
  const { at, signal } = event
  if (signal.kind === 'cycle') takeCycle(state, at, signal, limits)
  else if (signal.kind === 'primary' || signal.kind === 'no_primary') changePrimary(state, at, signal.kind)
  else {
    hear(state, at, signal.kind === 'alive' ? signal.until : at)
    if (signal.kind === 'status') takeStatus(state, at, signal.running)
    else if (signal.kind === 'power') takePower(state, at, signal.on)
  }
  if (state.aliveUntil === null) return
  if (at <= state.aliveUntil) state.limitMs = silenceLimit(state, state.aliveUntil, limits)
  settle(state, at, limits, settled)
}

/** Evidence for `[from, to]`: it may shrink or close gaps before it, and ends the silence since the last. */
function hear(state: StatusState, from: number, to: number): void {
  const { aliveUntil, gaps } = state
  if (aliveUntil === null || state.settledAt === null) {
    state.settledAt = from
    state.aliveUntil = to
    return
  }
  if (state.birthOpen && from < state.settledAt) state.settledAt = from
  for (let gap = gaps.at(-1); gap && gap.to > from; gap = gaps.at(-1)) {
    gap.to = from
    if (gap.to - gap.from > gap.limitMs) break
    gaps.pop()
  }
  // While powered off no silence shows: whatever ends the power-off has evidence for all that follows it.
  if (!state.off && from - aliveUntil > state.limitMs) gaps.push({ from: aliveUntil, to: from, limitMs: state.limitMs })
  if (to > aliveUntil) state.aliveUntil = to
}

function silenceLimit(state: StatusState, aliveUntil: number, limits: Limits): number {
  if (state.source === 'status') return OFFLINE_LIMIT_MS
  return Math.max(OFFLINE_LIMIT_MS, maximumCycleAt(limits, aliveUntil, state.recentCycleMs))
}

function takeCycle(state: StatusState, at: number, cycle: Cycle, limits: Limits): void {
  if (limits.computes && cycle.cycleMs !== null) rememberCycle(state.recentCycleMs, cycle.cycleMs)
  const maximumMs = maximumCycleAt(limits, at, state.recentCycleMs)
  const startedAt = Math.max(at - workMs(state, at, cycle, maximumMs), state.primaryFrom ?? Number.NEGATIVE_INFINITY)
  hear(state, startedAt, at)
  state.cycleAt = at
  if (state.off) {
    decide(state, POWERED_OFF, startedAt)
    state.off = false
  }
  if (state.source === 'status') return
  const { openFrom, pulseLimitMs } = state
  const goesOn = openFrom !== null && pulseLimitMs !== null && at - openFrom <= pulseLimitMs
  if (!goesOn) decide(state, DOWN, startedAt)
  decide(state, RUNNING, at)
  state.pulseLimitMs = maximumMs
}

/** How long before its end the machine was at work on what a cycle event tells; 0 where it does not say so credibly. */
function workMs(state: StatusState, at: number, { cycleMs, count }: Cycle, maximumMs: number): number {
  if (cycleMs === null || cycleMs <= 0 || cycleMs > maximumMs) return 0
  if (count === 1 || state.cycleAt === null) return cycleMs
  return Math.min(count * cycleMs, at - state.cycleAt)
}

function takeStatus(state: StatusState, at: number, running: boolean): void {
  closeJudgement(state, at)
  state.off = false
  state.pulseLimitMs = null
  state.source = 'status'
  state.told = running ? RUNNING : DOWN
}

function takePower(state: StatusState, at: number, on: boolean): void {
  if (on && !state.off) return
  closeJudgement(state, at)
  state.off = !on
  state.pulseLimitMs = null
  state.told = DOWN
}

function changePrimary(state: StatusState, at: number, kind: 'primary' | 'no_primary'): void {
  closeJudgement(state, at)
  state.source = 'cycles'
  state.told = DOWN
  state.pulseLimitMs = null
  state.off = false
  state.cycleAt = null
  state.recentCycleMs = []
  state.primaryFrom = at
  state.orphaned = kind === 'no_primary'
}

/** What is undecided before `at` is decided as things stand at `at`. */
function closeJudgement(state: StatusState, at: number): void {
  decide(state, statusAt(state, at), at)
}

/** What holds from `openFrom` on as seen at `at`, gaps apart. At exactly T after a cycle nothing has happened yet. */
export function statusAt(state: StatusState, at: number): Status {
  if (state.orphaned) return OFFLINE
  if (state.off) return POWERED_OFF
  if (state.source === 'status') return state.told
  if (state.openFrom === null || state.pulseLimitMs === null) return DOWN
  return at - state.openFrom <= state.pulseLimitMs ? RUNNING : DOWN
}

function decide(state: StatusState, status: Status, until: number): void {
  if (state.openFrom !== null && until <= state.openFrom) return
  const decided = state.orphaned ? OFFLINE : status
  const last = state.pieces.at(-1)
  if (last?.status === decided) last.to = until
  else state.pieces.push({ status: decided, to: until })
  state.openFrom = until
}

/** Decides what can be decided by now, and hands over what no later event can change. */
function settle(state: StatusState, at: number, limits: Limits, settled: Timeline): void {
  const reach = Math.max(reachFrom(state, at, limits), givenUpTo(state))
  if (!state.off && state.source === 'status') decide(state, state.told, at)
  else if (!state.off && state.pulseLimitMs === null) decide(state, DOWN, reach)
  if (state.birthOpen && (state.settledAt ?? 0) <= reach) state.birthOpen = false
  if (state.birthOpen || (state.pieces.length === 0 && state.gaps.length === 0)) return
  const firm = state.gaps.findIndex((gap) => gap.to > reach)
  const gaps = state.gaps.splice(0, firm < 0 ? state.gaps.length : firm)
  handOver(state, gaps, settled)
}

function handOver(state: StatusState, gaps: StatusState['gaps'], settled: Timeline): void {
  const { pieces, settledAt, openFrom, aliveUntil } = state
  const until = Math.min(openFrom ?? 0, aliveUntil ?? 0, state.gaps[0]?.from ?? Number.POSITIVE_INFINITY)
  if (settledAt === null || until <= settledAt) return
  layGaps(pieces, gaps, settledAt, until, settled)
  state.settledAt = until
  const first = pieces.findIndex((piece) => piece.to > until)
  pieces.splice(0, first < 0 ? pieces.length : first)
}

/** Where too much is pending: the beginning, or else the oldest silence, is settled as it stands. */
function givenUpTo(state: StatusState): number {
  const { pieces, gaps, openFrom } = state
  if (pieces.length <= MOST_PENDING && gaps.length <= MOST_PENDING) return Number.NEGATIVE_INFINITY
  if (state.birthOpen) return state.settledAt ?? Number.NEGATIVE_INFINITY
  const oldest = gaps[0]?.to ?? Number.NEGATIVE_INFINITY
  if (openFrom !== null && openFrom < oldest) {
    // A silence is longer than T: the cycle before it stands no more.
    decide(state, DOWN, oldest)
    state.pulseLimitMs = null
  }
  return oldest
}

/** The earliest instant that any later event, in order, may still say something about. */
function reachFrom(state: StatusState, at: number, limits: Limits): number {
  const usual = at - largestMaximumCycleFrom(limits, at)
  const counted = state.cycleAt !== null && state.cycleAt < usual ? state.cycleAt : usual
  return state.primaryFrom !== null && counted < state.primaryFrom ? state.primaryFrom : counted
}
