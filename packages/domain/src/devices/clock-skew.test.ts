import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockSkewOf } from './clock-skew.ts'

test('The clock of a device is measured by messages that were sent at once, and not by old ones', () => {
  expect(clockSkewOf(1_002_500, 1_000_000)).toBe(2500)
  expect(clockSkewOf(700_000, 1_000_000)).toBe(-300_000)
  expect(clockSkewOf(699_999, 1_000_000)).toBeNull()
  expect(clockSkewOf(null, 1_000_000)).toBeNull()
})

test('A measured clock is never more than 300 s behind, and the delay of a message makes it look behind only', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400_000, max: 400_000 }), fc.nat(400_000), (aheadMs, delayMs) => {
      const skew = clockSkewOf(aheadMs, delayMs)
      if (aheadMs - delayMs < -300_000) expect(skew).toBeNull()
      else expect(skew).toBe(aheadMs - delayMs)
    }),
  )
})
