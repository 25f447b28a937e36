import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analogValue, rawAnalog } from './analog.ts'

test('An analog reading is shown as raw x scale + offset, and as it is where nothing was set up', () => {
  expect(analogValue(512, { unit: 'bar', scale: 0.5, offset: -6 })).toBe(250)
  expect(analogValue(-3.25, rawAnalog)).toBe(-3.25)
  expect(analogValue(0.1 + 0.2, rawAnalog)).toBe(0.1 + 0.2)
})

test('A converted value has no noise of binary fractions', () => {
  expect(95.2 * 9.3 + 66.64).not.toBe(952)
  expect(analogValue(95.2, { unit: null, scale: 9.3, offset: 66.64 })).toBe(952)
  expect(analogValue(3, { unit: null, scale: 0.1, offset: 0 })).toBe(0.3)
  expect(analogValue(-3, { unit: null, scale: 0.1, offset: 0 })).toBe(-0.3)
  expect(analogValue(5, { unit: null, scale: 0, offset: 0 })).toBe(0)
  expect(analogValue(3, { unit: null, scale: 0.006, offset: -0.018 })).toBe(0)
  expect(analogValue(Number.NaN, { unit: null, scale: 0.1, offset: 0 })).toBeNaN()
  expect(analogValue(1e30, { unit: null, scale: 0.1, offset: 0 })).toBe(1e29)
})

test('A converted value of whole thousandths is what decimal arithmetic gives', () => {
  const thousandths = fc.integer({ min: -1_000_000, max: 1_000_000 })
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 40_000 }), thousandths, thousandths, (raw, scale, offset) => {
      const exact = BigInt(raw) * BigInt(scale) + BigInt(offset)
      const decimal = Number(`${exact}e-3`)
      expect(analogValue(raw, { unit: null, scale: scale / 1000, offset: offset / 1000 }) + 0).toBe(decimal + 0)
    }),
    { numRuns: 5000, examples: [[3, 6, -18]] },
  )
})
