import { expect, test } from 'vitest'
import { shortenedDay } from './recording.ts'

const START = Date.parse('2026-03-02T06:00:00Z')

test('eight hours of the recording pass in eight minutes, in order, with shorter cycles', () => {
  const messages = shortenedDay(8, 60, START)
  const events = messages.flatMap(({ envelope }) => envelope.events as { t: number; cycle_time?: number }[])
  expect(events.length).toBeGreaterThan(500)
  for (const { t } of events) {
    expect(t).toBeGreaterThanOrEqual(START)
    expect(t).toBeLessThan(START + 8 * 60_000)
  }
  expect(messages.map(({ afterMs }) => afterMs)).toEqual(
    messages.map(({ afterMs }) => afterMs).toSorted((a, b) => a - b),
  )
  const cycles = events.flatMap(({ cycle_time }) => cycle_time ?? [])
  expect(cycles.length).toBeGreaterThan(70)
  expect(Math.max(...cycles)).toBeLessThan(60)
})

test('no message leaves before its last event has happened', () => {
  for (const { envelope, afterMs } of shortenedDay(2, 60, START))
    for (const event of envelope.events as { t: number }[]) expect(event.t).toBeLessThanOrEqual(START + afterMs + 1)
})
