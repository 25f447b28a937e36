import { afterEach, expect, test } from 'vitest'
import {
  chooseMeasures,
  firstWeekday,
  keyOfMeasures,
  money,
  temperatureSpan,
  temperatureText,
  weekdaysInOrder,
} from './measures.ts'
import { dayMarks } from './zoned.ts'

const usual = { first_weekday: 0, measure_units: 'metric', currency: null } as const
afterEach(() => chooseMeasures(usual))

test('24: temperatures, amounts and weekdays are written as the company has chosen', () => {
  expect([temperatureText(20), money(1204.5), firstWeekday()]).toEqual(['20.0 °C', '1,204.50', 0])
  chooseMeasures({ first_weekday: 1, measure_units: 'us', currency: 'EUR' })
  expect([temperatureText(20), temperatureSpan(5), money(1204.5)]).toEqual(['68.0 °F', 9, '€1,204.50'])
  expect(weekdaysInOrder()).toEqual([1, 2, 3, 4, 5, 6, 0])
  chooseMeasures({ ...usual, currency: 'JPY' })
  expect(money(1204.4)).toBe('¥1,204')
  expect(keyOfMeasures(usual)).not.toBe(keyOfMeasures({ ...usual, currency: 'JPY' }))
})

test('24: marks of weeks on an axis are on the first day of weeks', () => {
  const weekdays = () => {
    const marks = dayMarks(Date.parse('2026-10-01T00:00:00Z'), Date.parse('2026-11-30T00:00:00Z'), 'UTC', 7)
    return new Set(marks.map((at) => new Date(at).getUTCDay()))
  }
  expect(weekdays()).toEqual(new Set([0]))
  chooseMeasures({ ...usual, first_weekday: 1 })
  expect(weekdays()).toEqual(new Set([1]))
})
