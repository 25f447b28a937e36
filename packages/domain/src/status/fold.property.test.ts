import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../time/index.ts'
import { changingSettings, orderedEvents } from './arbitraries.testing.ts'
import {
  DOWN,
  defaultStatusSettings,
  type Interval,
  initialStatusState,
  intervalsOf,
  joinIntervals,
  type MachineEvent,
  nextChangeAt,
  OFFLINE,
  openIntervals,
  RUNNING,
  replayEvents,
  type Signal,
  type StatusSettings,
  type StatusState,
  step,
} from './index.ts'

const check = (holds: (events: MachineEvent[], settings: StatusSettings, seed: number) => void): void =>
  fc.assert(fc.property(orderedEvents, changingSettings, fc.nat(), holds), { numRuns: 1000 })

const lastOf = (events: readonly MachineEvent[]): number => events.at(-1)?.at ?? 0
const computeAll = (events: MachineEvent[], settings: StatusSettings, now = lastOf(events)) =>
  replayEvents({ state: initialStatusState(), events, settings, now })
const throughJson = (state: StatusState): StatusState => JSON.parse(JSON.stringify(state))
const shape = (intervals: Interval[]) => intervals.map(({ status, startedAt }) => [status, startedAt])

test('a timeline has no gap, no overlap, nothing empty, and neighbours that differ', () => {
  check((events, settings, laterMs) => {
    const intervals = intervalsOf(computeAll(events, settings, lastOf(events) + (laterMs % DAY_MS)))
    expect(intervals.length > 0).toBe(events.some(({ signal }) => !signal.kind.endsWith('primary')))
    const faulty = intervals.filter(({ startedAt, endedAt, status }, i) => {
      const next = intervals[i + 1]
      const isEmpty = endedAt !== null && startedAt >= endedAt
      return endedAt !== (next?.startedAt ?? null) || next?.status === status || isEmpty
    })
    expect(faulty).toEqual([])
  })
})

test('computed in two parts, over a stored state, it is as computed in one', () => {
  check((events, settings, seed) => {
    const cut = seed % (events.length + 1)
    const whole = computeAll(events, settings)
    const first = computeAll(events.slice(0, cut), settings, lastOf(events))
    const second = replayEvents({
      state: throughJson(first.state),
      events: events.slice(cut),
      settings,
      now: lastOf(events),
    })
    expect(second.state).toEqual(whole.state)
    expect(joinIntervals(first.settled, second.settled)).toEqual(whole.settled)
    expect(second.open).toEqual(whole.open)
  })
})

test('computed from any checkpoint it is as computed from the start', () => {
  check((events, settings) => {
    const now = lastOf(events)
    const whole = replayEvents({ state: initialStatusState(), events, settings, now, checkpointEvery: 7 })
    expect(whole.checkpoints).toHaveLength(Math.floor(events.length / 7))
    for (const [i, { after, state }] of whole.checkpoints.entries()) {
      const done = (i + 1) * 7
      expect(events[done - 1]).toMatchObject(after)
      expect(replayEvents({ state, events: events.slice(done), settings, now }).state).toEqual(whole.state)
    }
  })
})

test('computed one by one, or read again and again in between, it is as computed at once', () => {
  check((events, settings) => {
    const whole = computeAll(events, settings)
    let state = initialStatusState()
    let settled: Interval[] = []
    const [found, wanted]: [unknown[], unknown[]] = [[], []]
    for (const event of events) {
      wanted.push({ state, settled: [], lastEnd: null })
      const ticked = replayEvents({ state, events: [], settings, now: event.at })
      const computed = step(state, event, settings)
      state = computed.state
      settled = joinIntervals(settled, computed.settled)
      const last = intervalsOf({ settled, open: openIntervals(state, event.at, settings) }).at(-1)
      found.push({ state: ticked.state, settled: ticked.settled, lastEnd: last?.endedAt ?? null })
    }
    expect(found).toEqual(wanted)
    expect(state).toEqual(whole.state)
    expect(settled).toEqual(whole.settled)
  })
})

test('a computation leaves the given state as it was', () => {
  check((events, settings, seed) => {
    const cut = seed % (events.length + 1)
    const { state } = computeAll(events.slice(0, cut), settings)
    const before = throughJson(state)
    replayEvents({ state, events: events.slice(cut), settings, now: lastOf(events) })
    expect(state).toEqual(before)
  })
})

test('what lies ahead of now changes nothing', () => {
  check((events, settings, seed) => {
    const earlier = events.slice(0, seed % (events.length + 1))
    const now = lastOf(earlier)
    const computed = computeAll(events, settings, now)
    const reached = events.filter((event) => event.at <= now)
    expect(computed).toEqual(computeAll(reached, settings, now))
    expect(computed.eventCount).toBe(reached.length)
  })
})

test('between two events it changes exactly when foretold', () => {
  check((events, settings, seed) => {
    const { state } = computeAll(events, settings)
    const shapeAt = (at: number) => shape(openIntervals(state, at, settings))
    let from = lastOf(events)
    for (let at = nextChangeAt(state, from, settings); at !== null; at = nextChangeAt(state, from, settings)) {
      const before = shapeAt(from)
      const between = from + (seed % (at - from))
      expect(shapeAt(between)).toEqual(before)
      expect(shapeAt(at - 1)).toEqual(before)
      expect(shapeAt(at)).not.toEqual(before)
      from = at
    }
    expect(shapeAt(from + 400 * DAY_MS)).toEqual(shapeAt(from))
  })
})

test('a state stays small, however often an input changes while another may yet turn out to flash, or the power is off', () => {
  const slow = { '24v0': { duration: DAY_MS, value: 1 } }
  const settings = {
    ...defaultStatusSettings,
    inputSetup: [
      { from: -DAY_MS, setup: { running: { inputs: ['24v0', '24v1'], filters: slow }, down: { inputs: '120v0' } } },
    ],
  }
  const changes = (input: string) =>
    Array.from({ length: 5000 }, (_, i) => eventAt(1000 + i, { kind: 'input', input, level: i % 2 === 0 ? 1 : 0 }))
  const start = eventAt(0, { kind: 'input', input: '24v0', level: 1 })
  const flashing = computeAll([start, ...changes('24v1')], settings)
  const off = computeAll([start, eventAt(500, { kind: 'power', on: false }), ...changes('120v0')], settings)
  for (const { state } of [flashing, off])
    for (const { past } of state.channels) expect(past.length).toBeLessThanOrEqual(1001)
})

test('a state stays small, however often a status changed since the last cycle and a silence', () => {
  const changes = Array.from({ length: 5000 }, (_, i) =>
    eventAt(1_000_000 + i, { kind: 'status', running: i % 2 === 0 }),
  )
  const { state } = computeAll([eventAt(0, oneCycle), ...changes], defaultStatusSettings)
  expect(state.pieces.length).toBeLessThanOrEqual(1000)
})

test('a state stays small, however often the machine fell silent since its last cycle', () => {
  const evidence = Array.from({ length: 5000 }, (_, i) => eventAt(700_000 * (i + 1), { kind: 'evidence' }))
  const events = [eventAt(0, oneCycle), ...evidence]
  const { state } = computeAll(events, defaultStatusSettings)
  expect(state.gaps.length).toBeLessThanOrEqual(1000)
  expect(intervalsOf(computeAll(events, defaultStatusSettings))).toMatchObject([
    { status: RUNNING, startedAt: -1000, endedAt: 0 },
    { status: OFFLINE, startedAt: 0, endedAt: 3_500_000_000 },
    { status: DOWN, startedAt: 3_500_000_000, endedAt: null },
  ])
})

test('a state stays small, however many events come while the power is off', () => {
  const evidence = Array.from({ length: 5000 }, (_, i) => eventAt(700_000 * (i + 1), { kind: 'evidence' }))
  const { state } = computeAll(
    [eventAt(0, oneCycle), eventAt(0, { kind: 'power', on: false }), ...evidence],
    defaultStatusSettings,
  )
  expect(state.gaps).toEqual([])
})

test('a new primary settles all before it', () => {
  const early = [0, 1_000_000, 1_000_001].map((at) => eventAt(at, { kind: 'evidence' }))
  const { state } = computeAll([...early, eventAt(1_000_002, { kind: 'primary' })], defaultStatusSettings)
  expect(state).toMatchObject({ settledAt: 1_000_001, gaps: [], birthOpen: false })
})

const oneCycle: Signal = { kind: 'cycle', cycleMs: 1000, count: 1 }

function eventAt(at: number, signal: Signal): MachineEvent {
  return { at, batchId: 'b', position: 0, signal }
}
