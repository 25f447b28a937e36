import type { DeviceEvent } from '@millwatch/contract/devices'
import { HOUR_MS, WEEK_MS } from '@millwatch/domain/time'
import { describe, expect, test } from 'vitest'
import { eventsOfDevice, readRecording, recordingPath } from '../base/recording-file.ts'
import { liveliest, recordedMachine, thinned } from './recorded.ts'

const events = eventsOfDevice(readRecording(recordingPath('cnc-mill')), 'Mazak01')
const liveAt = Date.parse('2026-03-11T16:00:00Z')

describe('a recorded machine', () => {
  const machine = recordedMachine(events, liveAt, 0)

  test('replays every event of the recording at its own distance', () => {
    const start = events[0]!.t + liveAt - liveliest(events)
    const replayed = machine.events(start, start + 4 * WEEK_MS)
    expect(replayed.length).toBe(events.length)
    expect(replayed.map((e) => e.t - start)).toEqual(events.map((e) => e.t - events[0]!.t))
    expect(replayed.map((e) => e.type)).toEqual(events.map((e) => e.type))
  })

  test('begins its liveliest time at the given instant', () => {
    const cycles = machine.events(liveAt, liveAt + HOUR_MS / 2).filter((e) => e.type === 'cycle')
    expect(cycles.length).toBeGreaterThanOrEqual(20)
    expect(cycles[0]!.t).toBe(liveAt)
  })

  test('repeats after whole weeks', () => {
    const weeks = 4 * WEEK_MS
    const once = machine.events(liveAt - 3 * HOUR_MS, liveAt + 9 * HOUR_MS)
    const later = machine.events(liveAt - 3 * HOUR_MS + weeks, liveAt + 9 * HOUR_MS + weeks)
    expect(later.map((e) => ({ ...e, t: e.t - weeks }))).toEqual(once)
  })
})

test('thinning keeps what status and cycles depend on, and every silence that is longer than 300 s', () => {
  const kept = thinned(events)
  const statusEvents = (list: readonly DeviceEvent[]) => list.filter((e) => e.type !== 'tlm' && e.type !== 'ping')
  const silences = (list: readonly DeviceEvent[]) =>
    list.flatMap((e, i) => (i > 0 && e.t - list[i - 1]!.t > 300_000 ? [[list[i - 1]!.t, e.t]] : []))
  expect(statusEvents(kept)).toEqual(statusEvents(events))
  expect(silences(events).length).toBeGreaterThan(10)
  expect(silences(kept)).toEqual(silences(events))
  expect(kept.length).toBeLessThan(events.length / 2)
})
