import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageReading, steady } from './figures.ts'

const readings = fc.array(fc.integer({ min: 1000, max: 900_000 }), { minLength: 2, maxLength: 60 })
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

test('An average and a sum are shown alike in whichever order what they are made of was added up', () => {
  let differing = 0
  fc.assert(
    fc.property(readings, fc.integer({ min: 1, max: 59 }), (thousandths, at) => {
      const values = thousandths.map((value) => value / 1000)
      const turned = [...values.slice(at).reverse(), ...values.slice(0, at)]
      const [sum, other] = [sumOf(values), sumOf(turned)]
      if (sum !== other) differing++
      const count = values.length
      expect(averageReading({ sum: sum, count })).toBe(averageReading({ sum: other, count }))
      expect(steady(sum)).toBe(steady(other))
    }),
    { numRuns: 1000, seed: 7 },
  )
  expect(differing).toBeGreaterThan(100)
})
