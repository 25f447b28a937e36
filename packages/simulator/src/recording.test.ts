import type { DeviceEvent } from '@millwatch/contract/devices'
import { describe, expect, test } from 'vitest'
import { liveliest, recordedMachine, thinned } from './recording.ts'
import { eventsOfDevice, readRecording } from './recording-file.ts'

const HOUR = 3_600_000
const WEEK = 168 * HOUR
const path = new URL('../../../fixtures/recordings/cnc-mill/events.ndjson.gz', import.meta.url).pathname
const events = eventsOfDevice(readRecording(path), 'Mazak01')
const liveAt = Date.parse('2026-03-11T16:00:00Z')

describe('a recorded machine', () => {
  const machine = recordedMachine(events, liveAt, 0)

  test('replays every event of the recording at its own distance', () => {
    const start = events[0]!.t + liveAt - liveliest(events)
    const replayed = machine.events(start, start + 4 * WEEK)
    expect(replayed.length).toBe(events.length)
    expect(replayed.map((e) => e.t - start)).toEqual(events.map((e) => e.t - events[0]!.t))
    expect(replayed.map((e) => e.type)).toEqual(events.map((e) => e.type))
  })

  test('begins its liveliest time at the given instant', () => {
    const cycles = machine.events(liveAt, liveAt + HOUR / 2).filter((e) => e.type === 'cycle')
    expect(cycles.length).toBeGreaterThanOrEqual(20)
    expect(cycles[0]!.t).toBe(liveAt)
  })

  test('repeats after whole weeks', () => {
    const weeks = 4 * WEEK
    const once = machine.events(liveAt - 3 * HOUR, liveAt + 9 * HOUR)
    const later = machine.events(liveAt - 3 * HOUR + weeks, liveAt + 9 * HOUR + weeks)
    expect(later.map((e) => ({ ...e, t: e.t - weeks }))).toEqual(once)
  })
})

test('thinning keeps all but the readings after the first of five minutes', () => {
  const kept = thinned(events)
  const others = (list: readonly DeviceEvent[]) => list.filter((e) => e.type !== 'tlm')
  expect(others(kept)).toEqual(others(events))
  const slots = kept.filter((e) => e.type === 'tlm').map((e) => Math.floor(e.t / 300_000))
  expect(new Set(slots).size).toBe(slots.length)
})
