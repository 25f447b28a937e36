import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AlertHours, alertOpening, changedAlertHours, minutesOf, timeOfDay } from './alert-hours.ts'

const never: AlertHours = { enabledMin: null, disabledMin: null }
const set: AlertHours = { enabledMin: 6 * 60, disabledMin: 14 * 60 }

test('one end fills the other, 8:00 am and 5:00 pm, where that was clear', () => {
  expect(changedAlertHours(never, { enabledMin: 60 })).toEqual({ enabledMin: 60, disabledMin: 1020 })
  expect(changedAlertHours(never, { disabledMin: 60 })).toEqual({ enabledMin: 480, disabledMin: 60 })
  expect(changedAlertHours(set, { enabledMin: 60 })).toEqual({ enabledMin: 60, disabledMin: 840 })
  expect(changedAlertHours(set, { disabledMin: 60 })).toEqual({ enabledMin: 360, disabledMin: 60 })
})

test('clearing one end clears both', () => {
  expect(changedAlertHours(set, { enabledMin: null })).toEqual(never)
  expect(changedAlertHours(set, { disabledMin: null })).toEqual(never)
  expect(changedAlertHours(set, { enabledMin: 60, disabledMin: null })).toEqual(never)
  expect(changedAlertHours(set, {})).toEqual(set)
})

test('whatever is changed, both ends are set or neither is', () => {
  const end = fc.option(fc.integer({ min: 0, max: 287 }).map((n) => n * 5))
  const change = fc.record({ enabledMin: end, disabledMin: end }, { requiredKeys: [] })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
      const hours = changes.reduce(changedAlertHours, never)
      expect(hours.enabledMin === null).toBe(hours.disabledMin === null)
    }),
  )
})

test('times of day are read and written in steps of five minutes', () => {
  for (let minutes = 0; minutes < 1440; minutes += 5) expect(minutesOf(timeOfDay(minutes))).toBe(minutes)
  expect(timeOfDay(485)).toBe('08:05')
  for (const text of ['24:00', '8:00', '08:03', '08:60', '', '08:00 ']) expect(minutesOf(text)).toBeNull()
})

const day = { enabledMin: 480, disabledMin: 1020 }
const night = { enabledMin: 1320, disabledMin: 360 }
test.each([
  [day, '2026-03-02T08:00', '2026-03-02T08:00'],
  [day, '2026-03-02T16:59:59.999', '2026-03-02T16:59:59.999'],
  [day, '2026-03-02T17:00', '2026-03-03T08:00'],
  [day, '2026-03-02T07:59:59.999', '2026-03-02T08:00'],
  [night, '2026-03-02T05:59', '2026-03-02T05:59'],
  [night, '2026-03-02T06:00', '2026-03-02T22:00'],
  [night, '2026-03-02T23:00', '2026-03-02T23:00'],
  [{ enabledMin: 480, disabledMin: 480 }, '2026-03-02T03:00', '2026-03-02T03:00'],
  [{ enabledMin: null, disabledMin: null }, '2026-03-02T03:00', '2026-03-02T03:00'],
  // Clocks skip 02:00 to 03:00 on 8 March: hours inside that do not occur, and a start inside is the change.
  [{ enabledMin: 130, disabledMin: 170 }, '2026-03-08T01:00', '2026-03-09T02:10'],
  [{ enabledMin: 130, disabledMin: 300 }, '2026-03-08T01:00', '2026-03-08T03:00'],
])('with the hours %j, what comes at %s may be sent at %s', (hours, from, to) => {
  const instant = (wall: string) =>
    Temporal.PlainDateTime.from(wall).toZonedDateTime('America/New_York').epochMilliseconds
  expect(alertOpening(hours, instant(from), 'America/New_York')).toBe(instant(to))
})

test('a time that occurs twice opens and closes at the first', () => {
  const first = Date.UTC(2026, 10, 1, 5, 30)
  const hours = { enabledMin: 90, disabledMin: 105 }
  expect(alertOpening(hours, first - 1, 'America/New_York')).toBe(first)
  expect(alertOpening(hours, first + 3_600_000, 'America/New_York')).toBe(Date.UTC(2026, 10, 2, 6, 30))
})
