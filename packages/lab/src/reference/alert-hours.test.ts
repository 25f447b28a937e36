import { alertOpening } from '@millwatch/domain/identity'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aroundDay, zone } from './arbitraries.ts'
import { dayNumber, instantAt } from './wall.ts'

const DAY_MS = 86_400_000
const minute = fc.integer({ min: 0, max: 287 }).map((step) => step * 5)

/** Spans of alert hours on the days around an instant, by the reference model of wall clocks. */
function spansAround(at: number, enabledMin: number, disabledMin: number, timeZone: string) {
  const today = dayNumber(at, timeZone)
  return [-2, -1, 0, 1, 2, 3].map((days) => ({
    start: instantAt(today + days, enabledMin * 60, timeZone),
    end: instantAt(today + days + (disabledMin < enabledMin ? 1 : 0), disabledMin * 60, timeZone),
  }))
}

test('Alert hours open at the first instant that lies in them, in any zone, also where clocks change', () => {
  let opened = 0
  const holds = fc.property(
    fc.record({ day: aroundDay, timeZone: zone, ofDay: fc.nat(DAY_MS), enabledMin: minute, disabledMin: minute }),
    ({ day, timeZone, ofDay, enabledMin, disabledMin }) => {
      const at = day * DAY_MS + ofDay
      const spans = spansAround(at, enabledMin, disabledMin, timeZone)
      const isOpen = (instant: number) => spans.some(({ start, end }) => start <= instant && instant < end)
      const candidates = [at, ...spans.map(({ start }) => start)].filter((instant) => instant >= at && isOpen(instant))
      const expected = enabledMin === disabledMin ? at : Math.min(...candidates)
      if (expected > at) opened++
      expect(alertOpening({ enabledMin, disabledMin }, at, timeZone)).toBe(expected)
    },
  )
  fc.assert(holds, { numRuns: 500 })
  expect(opened).toBeGreaterThan(100)
})
