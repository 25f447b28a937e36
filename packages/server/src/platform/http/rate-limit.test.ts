import { describe, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { TooMany } from '../errors.ts'
import { RateLimiter, usualRates } from './rate-limit.ts'

const few = { ...usualRates, read: { perS: 2, burst: 3 } }

/** Returns how many of `n` requests pass before the first is refused, and the retry time given with the refusal. */
function passing(limiter: RateLimiter, principal: string, n: number): { passed: number; retryAfterS?: number } {
  for (let i = 0; i < n; i++) {
    try {
      limiter.take('read', principal)
    } catch (error) {
      expect(error).toBeInstanceOf(TooMany)
      return { passed: i, retryAfterS: (error as TooMany).retryAfterS ?? 0 }
    }
  }
  return { passed: n }
}

describe('the allowance of a principal', () => {
  test('is used up at once, and comes back with time', () => {
    const clock = manualClock(0)
    const limiter = new RateLimiter(clock, few)
    expect(passing(limiter, 'u1', 10)).toEqual({ passed: 3, retryAfterS: 0.5 })
    clock.advance(499)
    expect(passing(limiter, 'u1', 1).passed).toBe(0)
    clock.advance(1)
    expect(passing(limiter, 'u1', 5).passed).toBe(1)
    clock.advance(3_600_000)
    expect(passing(limiter, 'u1', 10).passed).toBe(3)
  })

  test('is its own, and of each class apart', () => {
    const limiter = new RateLimiter(manualClock(0), few)
    expect(passing(limiter, 'u1', 10).passed).toBe(3)
    expect(passing(limiter, 'u2', 10).passed).toBe(3)
    expect(() => limiter.take('write', 'u1')).not.toThrow()
  })

  test('is not needed where no rates are set', () => {
    expect(passing(new RateLimiter(manualClock(0), null), 'u1', 10_000).passed).toBe(10_000)
  })
})
