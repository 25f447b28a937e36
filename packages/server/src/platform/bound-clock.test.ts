import { HOUR_MS } from '@millwatch/domain/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundClock } from './bound-clock.ts'
import { manualClock } from './clock.ts'

const NOW = 1_790_000_000_000

describe('a clock bound by that of the database', () => {
  test('is the clock of the server before it is adjusted, and when that is behind', async () => {
    const clock = manualClock(NOW)
    const bound = boundClock(clock)
    expect(bound.now()).toBe(NOW)
    await bound.adjust(async () => NOW + HOUR_MS)
    clock.advance(5)
    expect(bound.now()).toBe(NOW + 5)
  })

  test('stands at the time of the database when the server is ahead, and goes on with it', async () => {
    const clock = manualClock(NOW + HOUR_MS)
    const bound = boundClock(clock)
    await bound.adjust(async () => NOW)
    expect(bound.now()).toBe(NOW)
    clock.advance(2000)
    expect(bound.now()).toBe(NOW + 2000)
  })

  test('follows no step forward, and at once each step back', async () => {
    let stepMs = 0
    const clock = manualClock(NOW)
    const bound = boundClock({ ...clock, now: () => clock.now() + stepMs })
    await bound.adjust(async () => NOW)
    stepMs = HOUR_MS
    clock.advance(250)
    expect(bound.now()).toBe(NOW + 250)
    stepMs = -HOUR_MS
    expect(bound.now()).toBe(NOW + 250 - HOUR_MS)
  })

  test('is never behind both clocks, nor ahead of the database by more than the reading took', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -HOUR_MS, max: HOUR_MS }),
        fc.nat(60_000),
        fc.nat(60_000),
        async (aheadMs, reading, later) => {
          const clock = manualClock(NOW + aheadMs)
          const bound = boundClock(clock)
          await bound.adjust(async () => {
            clock.advance(reading / 2)
            const at = Math.floor(NOW + reading / 2)
            clock.advance(reading / 2)
            return at
          })
          clock.advance(later)
          const database = NOW + reading + later
          expect(bound.now()).toBeGreaterThanOrEqual(Math.min(clock.now(), database) - 1)
          expect(bound.now()).toBeLessThanOrEqual(Math.min(clock.now(), database + reading + 1))
        },
      ),
    ))
})
