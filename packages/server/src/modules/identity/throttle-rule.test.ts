import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Counts, decideAttempt, isFirstAbove, type Limit, waitMs, windowOf } from './throttle-rule.ts'

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

/** Counters of attempts in memory, by key and window. */
function counters() {
  const counts = new Map<string, number>()
  return (key: string, counted: Limit, now: number): Counts & { limit: Limit } => {
    const at = windowOf(now, counted)
    const count = (counts.get(`${key} ${at}`) ?? 0) + 1
    counts.set(`${key} ${at}`, count)
    return { count, before: counts.get(`${key} ${at - counted.windowMs}`) ?? 0, limit: counted }
  }
}

const ofPlace = { most: 100, windowMs: 86_400_000 }
const start = 1_700_000_000_000

describe('an attempt from an own place of the account', () => {
  const guess = fc.record({
    afterMs: fc.integer({ min: 0, max: 60_000 }),
    place: fc.constantFrom('near', 'far', 'other'),
  })

  test('is checked whatever others guess, from the same network too, as long as that place itself is within its limit', () => {
    fc.assert(
      fc.property(fc.array(guess, { maxLength: 400 }), (guesses) => {
        const tried = counters()
        let now = start
        for (const { afterMs, place } of guesses) {
          now += afterMs
          tried('account', limit, now)
          tried('network', { ...limit, most: 50 }, now)
          tried(`place ${place}`, ofPlace, now)
        }
        const all = [tried('account', limit, now), tried('network', { ...limit, most: 50 }, now)]
        const browser = { ...tried('browser', ofPlace, now), isOwn: true }
        const network = { ...tried('place near', ofPlace, now), isOwn: true }
        expect(decideAttempt(all, [network, browser], now).isChecked).toBe(true)
        // A strange browser gets what the account's limit leaves.
        const strange = decideAttempt(
          all,
          [
            { ...network, isOwn: false },
            { ...browser, isOwn: false },
          ],
          now,
        )
        expect(strange.isChecked).toBe(strange.waitMs === 0)
      }),
    )
  })

  test('is refused there once that place is above its limit, and passes when the guesses have ended', () => {
    const over = { count: 101, before: 0, limit: ofPlace, isOwn: true }
    expect(decideAttempt([{ count: 101, before: 0, limit }], [over], start).isChecked).toBe(false)
    expect(decideAttempt([{ count: 1, before: 0, limit }], [over], start).isChecked).toBe(true)
  })
})

test('of the attempts of one instant one is the first above the limit, however many come', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 40 }), (before, count) => {
      const first = Array.from({ length: count }, (_, i) => ({ count: i + 1, before, limit })).filter((tried) =>
        isFirstAbove(tried, start),
      )
      const isAbove = count > 0 && waitMs({ count, before }, limit, start) > 0
      const wasAbove = waitMs({ count: 0, before }, limit, start) > 0
      expect(first).toHaveLength(isAbove && !wasAbove ? 1 : 0)
    }),
  )
})
