import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../time/index.ts'
import { recentFrom } from './index.ts'

test('recent is what has become available within one month', () => {
  expect(recentFrom(Date.parse('2026-11-21T17:00:00Z'))).toBe(Date.parse('2026-10-21T17:00:00Z'))
  expect(recentFrom(Date.parse('2026-03-31T12:00:00Z'))).toBe(Date.parse('2026-02-28T12:00:00Z'))
})

test('a month is 28 to 31 days, and what is recent later became available later', () => {
  const anyInstant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2060, 0, 1) })
  fc.assert(
    fc.property(anyInstant, fc.integer({ min: 0, max: 400 * DAY_MS }), (now, laterMs) => {
      const days = (now - recentFrom(now)) / DAY_MS
      expect(days >= 28 && days <= 31).toBe(true)
      expect(recentFrom(now + laterMs)).toBeGreaterThanOrEqual(recentFrom(now))
    }),
    { numRuns: 100 },
  )
})
