import { expect, test } from 'vitest'
import { describeRebuilt } from './rebuild.ts'

const range = { from: Date.parse('2026-11-01T00:00:00Z'), to: Date.parse('2026-11-02T00:00:00Z') }
const span = 'from 2026-11-01T00:00:00.000Z to 2026-11-02T00:00:00.000Z'

test('A rebuild of all machines says how many there are, also if there are none; only a machine that was named can lack', () => {
  expect(describeRebuilt(0, range, null)).toBe(`Recomputed 0 machines ${span}.`)
  expect(describeRebuilt(1, range, 7)).toBe(`Recomputed 1 machine ${span}.`)
  expect(() => describeRebuilt(0, range, 7)).toThrow('There is no machine 7')
})
