import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../time/index.ts'
import { gapAfterAttempt, isGivenUp, planMessages } from './index.ts'

describe('a storm', () => {
  const now = 1_000_000
  const none = { notices: 0, since: null, hasList: false }
  const plan = (waiting: number, recent = none as Parameters<typeof planMessages>[1], isGathered = false) =>
    planMessages(waiting, recent, { isGathered, now })

  test('is more than five notices', () => {
    expect(plan(5)).toEqual({ form: 'single' })
    expect(plan(6)).toEqual({ form: 'list' })
    expect(plan(200)).toEqual({ form: 'list' })
  })

  test('counts what was sent within the minute, and gathers until it is over', () => {
    const recent = { notices: 5, since: now - 20_000, hasList: false }
    expect(plan(1, recent)).toEqual({ form: 'wait', until: now + 40_000 })
    expect(plan(6, recent)).toEqual({ form: 'list' })
    expect(plan(2, { ...recent, notices: 3 })).toEqual({ form: 'single' })
  })

  test('gives one list per minute', () => {
    expect(plan(100, { notices: 6, since: now - 1000, hasList: true })).toEqual({ form: 'wait', until: now + 59_000 })
  })

  test('ends with a list of those that waited', () => {
    expect(plan(3, none, true)).toEqual({ form: 'list' })
    expect(plan(1, none, true)).toEqual({ form: 'single' })
  })

  test('gives those that waited one by one where a list was sent within the minute', () => {
    expect(plan(3, { notices: 2, since: now - 20_000, hasList: true }, true)).toEqual({ form: 'single' })
  })

  test('never sends more than five single messages and a list within a minute, and loses nothing', () => {
    const arrivals = fc.array(
      fc.record({ gapMs: fc.integer({ min: 0, max: 30_000 }), count: fc.integer({ min: 1, max: 12 }) }),
      {
        minLength: 1,
        maxLength: 40,
      },
    )
    fc.assert(
      fc.property(arrivals, (list) => {
        const sent: { at: number; notices: number; form: string }[] = []
        let [clock, waiting, heldUntil, isGathered] = [0, 0, 0, false]
        const turn = () => {
          if (waiting === 0) return
          const within = sent.filter((message) => message.at > clock - MINUTE_MS)
          const recent = {
            notices: within.reduce((sum, message) => sum + message.notices, 0),
            since: within[0]?.at ?? null,
            hasList: within.some((message) => message.form === 'list'),
          }
          const next = planMessages(waiting, recent, { isGathered, now: clock })
          if (next.form === 'wait') {
            expect(next.until).toBeGreaterThan(clock)
            heldUntil = next.until
            isGathered = true
            return
          }
          if (next.form === 'list') sent.push({ at: clock, notices: waiting, form: 'list' })
          else for (let i = 0; i < waiting; i++) sent.push({ at: clock, notices: 1, form: 'single' })
          waiting = 0
          isGathered = false
        }
        let total = 0
        for (const { gapMs, count } of list) {
          for (const until = clock + gapMs; heldUntil > clock && heldUntil < until && waiting > 0; ) {
            clock = heldUntil
            turn()
          }
          clock += gapMs
          waiting += count
          total += count
          turn()
        }
        while (waiting > 0) {
          clock = heldUntil
          turn()
        }
        expect(sent.reduce((sum, message) => sum + message.notices, 0)).toBe(total)
        for (const { at } of sent) {
          const within = sent.filter((message) => message.at >= at && message.at < at + MINUTE_MS)
          expect(within.filter((message) => message.form === 'single').length).toBeLessThanOrEqual(5)
          expect(within.filter((message) => message.form === 'list').length).toBeLessThanOrEqual(1)
        }
      }),
      {
        numRuns: 500,
        examples: [[[0, 25_217, 9568, 25_216, 0].map((gapMs, index) => ({ gapMs, count: index === 4 ? 1 : 2 }))]],
      },
    )
  })
})

test('retries begin after ten seconds, become rarer, and end after 24 hours', () => {
  expect([1, 2, 3, 4, 9, 10, 30].map(gapAfterAttempt)).toEqual([10e3, 20e3, 40e3, 80e3, 2560e3, 3600e3, 3600e3])
  expect(isGivenUp(0, 8, 24 * HOUR_MS - 1)).toBe(false)
  expect(isGivenUp(0, 8, 24 * HOUR_MS)).toBe(true)
  // The clock of this server is two days ahead.
  expect(isGivenUp(0, 1, 48 * HOUR_MS)).toBe(false)
})
