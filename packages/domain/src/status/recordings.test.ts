import {
  type Expected,
  machineEvents,
  type Recorded,
  readExpected,
  readRecordedEvents,
} from '@millwatch/lab/recordings/recorded-events'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../time/index.ts'
import {
  DOWN,
  type Interval,
  initialStatusState,
  intervalsOf,
  OFFLINE,
  POWERED_OFF,
  RUNNING,
  replayEvents,
} from './index.ts'

/** Threshold of a stop (ms). A recording is scheduled all day, every day, so all of a stop counts. */
const EXCESSIVE_MS = 2_100_000
const nameOf = { [RUNNING]: 'running', [DOWN]: 'down', [OFFLINE]: 'offline', [POWERED_OFF]: 'powered-off' } as const

describe.each(['cnc-mill', 'moulding', 'die-casting'])('the recording %s', (folder) => {
  const recording = readRecordedEvents(folder)

  test.each(Object.entries(readExpected(folder)))('gives every figure expected of %s', (device, expected) => {
    const recorded = recording.get(device)
    if (!recorded) throw new Error(`${device} is not in the recording`)
    expect(figuresOf(recorded, expected)).toEqual(figuresExpected(expected))
  })
})

function figuresOf(recorded: Recorded, { last_ms: last }: Expected) {
  const intervals = intervalsOf(
    replayEvents({ state: initialStatusState(), events: machineEvents(recorded), now: last }),
  )
  const first = intervals[0]?.startedAt ?? 0
  const cycles = recorded.events.filter(({ sent }) => sent.type === 'cycle')
  const numberOf = (some: typeof cycles) => some.reduce((n, { sent }) => n + (sent.count ?? 1), 0)
  const byHour = Map.groupBy(cycles, ({ key }) => Math.floor(key.at / HOUR_MS) * HOUR_MS)
  const hours: ({ hour: number; cycles: number } & ReturnType<typeof msByName>)[] = []
  for (let from = first - (first % HOUR_MS); from < last; from += HOUR_MS) {
    const ofHour = numberOf(byHour.get(from) ?? [])
    hours.push({ hour: from / 1000, cycles: ofHour, ...msByName(intervals, from, Math.min(from + HOUR_MS, last)) })
  }
  const stops = intervals
    .filter((interval) => interval.status === DOWN)
    .map((interval) => (interval.endedAt ?? last) - interval.startedAt)
  return {
    received: recorded.received,
    unique: recorded.events.length,
    first,
    totals: msByName(intervals, first, last),
    intervals: countByName(intervals.filter((interval) => interval.startedAt < last)),
    longStops: stops.filter((ms) => ms >= 300_000).length,
    longestStopMs: Math.max(...stops),
    excessive: stops.filter((ms) => ms >= EXCESSIVE_MS).length,
    excessiveMs: stops.reduce((sum, ms) => (ms >= EXCESSIVE_MS ? sum + ms : sum), 0),
    cycles: numberOf(cycles),
    readings: recorded.events.filter(({ sent }) => sent.temperature_1 !== undefined).length,
    hours,
  }
}

function figuresExpected(expected: Expected): ReturnType<typeof figuresOf> {
  const zero = { running: 0, down: 0, offline: 0, 'powered-off': 0 }
  return {
    received: expected.events_received,
    unique: expected.events_unique,
    first: expected.first_ms,
    totals: { ...zero, ...expected.status_ms },
    intervals: { ...zero, ...expected.intervals },
    longStops: expected.stops_at_least_300s,
    longestStopMs: expected.longest_stop_ms,
    excessive: expected.stops_excessive,
    excessiveMs: expected.excessive_ms,
    cycles: expected.cycles,
    readings: expected.temperature_readings,
    hours: expected.hours.map((hour) => ({ cycles: 0, ...zero, ...hour })),
  }
}

/** Returns the ms of each status from `from` to `to`; an open interval lasts on. */
function msByName(intervals: readonly Interval[], from: number, to: number) {
  const ms = { running: 0, down: 0, offline: 0, 'powered-off': 0 }
  for (const { status, startedAt, endedAt } of intervals)
    ms[nameOf[status]] += Math.max(0, Math.min(endedAt ?? to, to) - Math.max(startedAt, from))
  return ms
}

function countByName(intervals: readonly Interval[]) {
  const counts = { running: 0, down: 0, offline: 0, 'powered-off': 0 }
  for (const { status } of intervals) counts[nameOf[status]]++
  return counts
}
