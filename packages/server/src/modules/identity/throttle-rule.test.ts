import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { waitMs, windowOf } from './throttle-rule.ts'

const limit = { most: 10, windowMs: 300_000 }

describe('an attempt', () => {
  test('passes up to the limit, and waits above it', () => {
    expect(waitMs({ count: 10, before: 0 }, limit, 0)).toBe(0)
    // In the next window a tenth of it has to pass until nine of the ten count.
    expect(waitMs({ count: 11, before: 0 }, limit, 100_000)).toBe(200_000 + 300_000 - Math.floor((9 * 300_000) / 11))
  })

  test('counts those of the window before by what is still in sight', () => {
    expect(waitMs({ count: 1, before: 10 }, limit, 29_999)).toBeGreaterThan(0)
    expect(waitMs({ count: 1, before: 10 }, limit, 30_000)).toBe(0)
    expect(waitMs({ count: 6, before: 10 }, limit, 150_000)).toBeGreaterThan(0)
    expect(waitMs({ count: 5, before: 10 }, limit, 150_000)).toBe(0)
  })

  test('that comes at the time named in the refusal passes, if nobody else tried meanwhile', () => {
    const counts = fc.record({ count: fc.integer({ min: 1, max: 500 }), before: fc.integer({ min: 0, max: 500 }) })
    const instant = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 })
    fc.assert(
      fc.property(counts, instant, (had, now) => {
        const wait = waitMs(had, limit, now)
        if (wait === 0) return
        const then = now + wait
        const isSameWindow = windowOf(then, limit) === windowOf(now, limit)
        const later = isSameWindow
          ? { count: had.count + 1, before: had.before }
          : { count: 1, before: windowOf(then, limit) - windowOf(now, limit) > limit.windowMs ? 0 : had.count }
        expect(waitMs(later, limit, then)).toBe(0)
        expect(wait).toBeLessThanOrEqual(2 * limit.windowMs)
      }),
    )
  })
})
