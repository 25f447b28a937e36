import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AlertHours, changedAlertHours, minutesOf, timeOfDay } from './alert-hours.ts'

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
