import { type Deciding, decidingAt, sourceOf } from './deciding.ts'
import { beginChannels, endOpenLevels, meansRunning, setLevel } from './input-levels.ts'
import { type Limits, maximumCycleAt, OFFLINE_LIMIT_MS, rememberCycle } from './limits.ts'
import { settle } from './settle.ts'
import type { StatusState } from './state.ts'
import type { Timeline } from './timeline.ts'
import { DOWN, type MachineEvent, POWERED_OFF, RUNNING, type Signal, type Source } from './types.ts'
import { decide, decideUntil } from './undecided.ts'

type Cycle = Extract<Signal, { kind: 'cycle' }>

/**
 * Applies the next event, in order, and so changes `state`. Adds to `settled` the intervals that no later event in order can
 * change. All rules of the fold are in this function and those it calls.
 */
export function takeEvent(state: StatusState, event: MachineEvent, limits: Limits, settled: Timeline): void {
  const { at, signal } = event
  takeSettings(state, at, limits)
  if (signal.kind === 'cycle') takeCycle(state, at, signal, limits)
  else if (signal.kind === 'primary' || signal.kind === 'no_primary') changePrimary(state, at, signal.kind, limits)
  else {
    addEvidence(state, at, signal.kind === 'alive' ? signal.until : at)
    if (signal.kind === 'status') takeStatus(state, at, signal.running, limits)
    else if (signal.kind === 'power') takePower(state, at, signal.on, limits)
    else if (signal.kind === 'input') takeInput(state, at, signal.input, signal.level, limits)
  }
  if (state.aliveUntil === null) return
  if (at <= state.aliveUntil) state.limitMs = silenceLimit(state, state.aliveUntil, limits)
  settle(state, at, limits, settled)
}

/**
 * Applies to `state` every change of set-up or fixed source up to `at` (epoch ms) that was not applied yet. Returns true when
 * it applied any.
 */
export function takeSettings(state: StatusState, at: number, limits: Limits): boolean {
  const { deciding } = limits
  const last = deciding.at(-1)
  if (last === undefined || deciding.length === 1 || (state.switchedAt !== null && last.from <= state.switchedAt))
    return false
  const since = state.switchedAt ?? Number.NEGATIVE_INFINITY
  const changes = deciding.filter((entry) => entry.from > since && entry.from <= at)
  for (const entry of changes) changeDeciding(state, entry, limits)
  return changes.length > 0
}

/**
 * Applies one change of set-up or fixed source to `state`. If the source or the rule of the inputs changes, the time before is
 * decided by the rule before, as seen now, and the inputs begin anew.
 */
function changeDeciding(state: StatusState, entry: Deciding, limits: Limits): void {
  const before = decidingAt(limits.deciding, state.switchedAt)
  const source = sourceOf(entry, state.told !== null)
  const differs = source !== state.source || (source === 'inputs' && entry.inputs !== before.inputs)
  if (differs) decideUntil(state, entry.from, limits)
  state.switchedAt = entry.from
  if (differs) beginDeciding(state, source, entry)
}

function beginDeciding(state: StatusState, source: Source, { inputs }: Deciding): void {
  state.source = source
  state.channels = source === 'inputs' && inputs !== null ? beginChannels(inputs, state.levels) : []
}

/** Adds evidence for `[from, to]`. It may shrink or close gaps before it, and it ends the silence since the last evidence. */
function addEvidence(state: StatusState, from: number, to: number): void {
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
  // Silence while powered off makes no gap: the event that ends the power-off is evidence for the time after it.
  if (!state.off && from - aliveUntil > state.limitMs) gaps.push({ from: aliveUntil, to: from, limitMs: state.limitMs })
  if (to > aliveUntil) state.aliveUntil = to
}

function silenceLimit(state: StatusState, aliveUntil: number, limits: Limits): number {
  if (state.source !== 'cycles') return OFFLINE_LIMIT_MS
  return Math.max(OFFLINE_LIMIT_MS, maximumCycleAt(limits, aliveUntil, state.recentCycleMs))
}

function takeCycle(state: StatusState, at: number, cycle: Cycle, limits: Limits): void {
  if (limits.computes && cycle.cycleMs !== null) rememberCycle(state.recentCycleMs, cycle.cycleMs)
  const maximumMs = maximumCycleAt(limits, at, state.recentCycleMs)
  const startedAt = Math.max(at - workMs(state, at, cycle, maximumMs), state.primaryFrom ?? Number.NEGATIVE_INFINITY)
  addEvidence(state, startedAt, at)
  state.cycleAt = at
  endPowerOff(state, startedAt)
  const { pulseAt, pulseLimitMs } = state
  const goesOn = pulseAt !== null && at - pulseAt <= pulseLimitMs
  state.pulseAt = at
  state.pulseLimitMs = maximumMs
  if (state.source !== 'cycles') return
  if (!goesOn) decide(state, DOWN, startedAt)
  decide(state, RUNNING, at)
}

/**
 * Returns how long (ms) before its end the machine was at work on a cycle event; 0 when the event gives no plausible cycle
 * time.
 */
function workMs(state: StatusState, at: number, { cycleMs, count }: Cycle, maximumMs: number): number {
  if (cycleMs === null || cycleMs <= 0 || cycleMs > maximumMs) return 0
  if (count === 1 || state.cycleAt === null) return cycleMs
  return Math.min(count * cycleMs, at - state.cycleAt)
}

function takeStatus(state: StatusState, at: number, running: boolean, limits: Limits): void {
  endPowerOff(state, at)
  if (state.source === 'status') decideUntil(state, at, limits)
  state.told = running ? RUNNING : DOWN
  const entry = decidingAt(limits.deciding, state.switchedAt)
  const source = sourceOf(entry, true)
  if (source === state.source) return
  decideUntil(state, at, limits)
  beginDeciding(state, source, entry)
}

function takePower(state: StatusState, at: number, on: boolean, limits: Limits): void {
  if (on) {
    endPowerOff(state, at)
    return
  }
  endAll(state, at, limits)
  state.off = true
  if (state.told !== null) state.told = DOWN
  forget(state, limits)
}

function takeInput(state: StatusState, at: number, input: string, level: 0 | 1, limits: Limits): void {
  const { inputs } = decidingAt(limits.deciding, state.switchedAt)
  if (inputs !== null && meansRunning(inputs, input, level)) endPowerOff(state, at)
  state.levels[input] = level
  for (const [i, channel] of state.channels.entries()) {
    const channelSetup = inputs?.channels[i]
    if (channelSetup?.input === input) setLevel(channel, channelSetup.filter, at, level)
  }
}

function endPowerOff(state: StatusState, at: number): void {
  if (!state.off) return
  decide(state, POWERED_OFF, at)
  state.off = false
}

/** Resets the pulses and the levels of all inputs in `state` to unknown, and begins the channels of the deciding inputs anew. */
function forget(state: StatusState, limits: Limits): void {
  state.pulseAt = null
  state.pulseLimitMs = 0
  state.levels = {}
  beginDeciding(state, state.source, decidingAt(limits.deciding, state.switchedAt))
}

function changePrimary(state: StatusState, at: number, kind: 'primary' | 'no_primary', limits: Limits): void {
  endAll(state, at, limits)
  state.told = null
  state.off = false
  state.cycleAt = null
  state.recentCycleMs = []
  state.primaryFrom = at
  state.orphaned = kind === 'no_primary'
  state.source = sourceOf(decidingAt(limits.deciding, state.switchedAt), false)
  forget(state, limits)
}

/**
 * Decides all time up to `at` (epoch ms) in `state`, with open levels of inputs as seen then. The callers then reset the signals,
 * which do not count after `at`.
 */
function endAll(state: StatusState, at: number, limits: Limits): void {
  const { inputs } = decidingAt(limits.deciding, state.switchedAt)
  if (inputs !== null) endOpenLevels(inputs, state.channels, at)
  decideUntil(state, at, limits)
}
