import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AllowanceState, spendAllowance } from './index.ts'

const slow = { perSecond: 10, burst: 100 }

describe('an allowance', () => {
  test('lets a whole burst through at once, and nothing after it', () => {
    const first = spendAllowance(null, 100, 0, slow)
    expect(first).toEqual({ bucket: { leftThousandths: 0, at: 0 }, retryAfterMs: null })
    expect(spendAllowance(first.bucket, 1, 0, slow).retryAfterMs).toBe(100)
  })

  test('comes back with time, up to the burst', () => {
    const spent: AllowanceState = { leftThousandths: 0, at: 1000 }
    expect(spendAllowance(spent, 10, 2000, slow)).toEqual({
      bucket: { leftThousandths: 0, at: 2000 },
      retryAfterMs: null,
    })
    expect(spendAllowance(spent, 0, 1_000_000, slow).bucket.leftThousandths).toBe(100_000)
  })

  test('takes nothing for what it refuses, and says when it will pass', () => {
    const refused = spendAllowance({ leftThousandths: 5_000, at: 0 }, 25, 1000, slow)
    expect(refused).toEqual({ bucket: { leftThousandths: 15_000, at: 1000 }, retryAfterMs: 1000 })
    expect(spendAllowance(refused.bucket, 25, 2000, slow).retryAfterMs).toBeNull()
  })

  test('lets a batch above the burst through when nothing of it is used, and is owed the rest', () => {
    const big = spendAllowance(null, 150, 0, slow)
    expect(big).toEqual({ bucket: { leftThousandths: -50_000, at: 0 }, retryAfterMs: null })
    expect(spendAllowance(big.bucket, 1, 0, slow).retryAfterMs).toBe(5100)
    expect(spendAllowance({ leftThousandths: 99_000, at: 0 }, 150, 0, slow).retryAfterMs).toBe(100)
  })

  test('takes no notice of a clock that went back', () => {
    expect(spendAllowance({ leftThousandths: 5_000, at: 1000 }, 5, 0, slow).bucket.leftThousandths).toBe(0)
  })

  test('of 500 events a second and 50,000 at once holds where none is given', () => {
    const first = spendAllowance(null, 50_000, 0)
    expect(first.retryAfterMs).toBeNull()
    expect(spendAllowance(first.bucket, 500, 0).retryAfterMs).toBe(1000)
  })

  test('never lets through more than the burst and what time brought; a retry at the named time passes', () => {
    const tries = fc.array(fc.tuple(fc.nat(500), fc.integer({ min: 1, max: 60 })), { maxLength: 60 })
    fc.assert(
      fc.property(tries, (steps) => {
        let bucket: AllowanceState | null = null
        let now = 0
        let passed = 0
        for (const [waitMs, events] of steps) {
          now += waitMs
          const answer = spendAllowance(bucket, events, now, slow)
          bucket = answer.bucket
          if (answer.retryAfterMs === null) passed += events
          else expect(spendAllowance(bucket, events, now + answer.retryAfterMs, slow).retryAfterMs).toBeNull()
          expect(passed).toBeLessThanOrEqual(100 + (now * 10) / 1000)
        }
      }),
    )
  })
})
