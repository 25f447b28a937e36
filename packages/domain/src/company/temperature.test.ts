import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitIn, limitOf } from './temperature.ts'

const thousandths = fc.integer({ min: -300_000, max: 3_000_000 }).map((value) => value / 1000)

test('a limit in °C stays the same limit after it was shown and entered in °F', () => {
  fc.assert(fc.property(thousandths, (celsius) => limitOf('°F', limitIn('°F', celsius)) === celsius))
})

test('a limit that was entered in °F with up to two decimals is shown as it was entered', () => {
  const hundredths = fc.integer({ min: -30_000, max: 300_000 }).map((value) => value / 100)
  fc.assert(fc.property(hundredths, (entered) => limitIn('°F', limitOf('°F', entered)) === entered))
})

test('°C is not converted', () => {
  expect([limitIn('°C', 60.0005), limitOf('°C', 60.0005), limitOf('°F', 101)]).toEqual([60.0005, 60.0005, 38.333])
})
