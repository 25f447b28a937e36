import fc from 'fast-check'
import { expect, test } from 'vitest'
import { celsiusIn, companySettings, DEFAULT_COMPANY_SETTINGS, spanIn, temperatureUnitOf } from './index.ts'

test('Every setting has its default among its choices, and a column and a name of its own', () => {
  const rows = Object.values(companySettings)
  for (const { default: value, choices } of rows) expect(choices.map(([choice]) => choice)).toContain(value)
  for (const field of ['column', 'wire', 'label'] as const)
    expect(new Set(rows.map((row) => row[field])).size).toBe(rows.length)
  expect(DEFAULT_COMPANY_SETTINGS).toEqual({ firstWeekday: 0, measureUnits: 'metric', currency: null })
})

test('Temperatures are converted exactly at the points that everybody knows', () => {
  expect([-40, 0, 100, 37].map((celsius) => celsiusIn('°F', celsius))).toEqual([-40, 32, 212, 98.6])
  expect(temperatureUnitOf({ measureUnits: 'us' })).toBe('°F')
  expect(celsiusIn(temperatureUnitOf({ measureUnits: 'metric' }), 21.5)).toBe(21.5)
})

test('The span between two temperatures is that of their values in the other unit', () => {
  const degrees = fc.double({ min: -300, max: 2000, noNaN: true })
  fc.assert(
    fc.property(degrees, degrees, (a, b) => {
      expect(spanIn('°F', a - b)).toBeCloseTo(celsiusIn('°F', a) - celsiusIn('°F', b), 6)
    }),
  )
})
