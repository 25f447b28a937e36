import fc from 'fast-check'
import { expect, test } from 'vitest'
import { severity, severityLength } from './severity.ts'

test.each([
  [2100, 0, 0.25],
  [4 * 2100, 1, 1],
  [10 * 2100, 1, 1],
  [2.5 * 2100, 0.5, 0.625],
  [1000, 0, 1000 / 8400],
])('%d s scheduled at a threshold of 2100 s: severity %d, bar of %d', (scheduled, level, length) => {
  expect(severity(scheduled, 2100)).toBeCloseTo(level, 12)
  expect(severityLength(scheduled, 2100)).toBeCloseTo(length, 12)
})

test('severity never falls with longer stops, and stays from 0 to 1, for any threshold', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e5), (shorter, more, threshold) => {
      for (const rule of [severity, severityLength]) {
        const [first, second] = [rule(shorter, threshold), rule(shorter + more, threshold)]
        expect(first).toBeLessThanOrEqual(second)
        expect(first).toBeGreaterThanOrEqual(0)
        expect(second).toBeLessThanOrEqual(1)
      }
    }),
  )
})
