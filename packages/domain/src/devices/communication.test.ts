import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../time/index.ts'
import { CONTACT_LIMIT_MS, type Contact, connectedIntervals } from './communication.ts'

const ever = { from: 0, to: 1e15 }
const contact: Contact = { firstAt: 0, lastAt: 30 * MINUTE_MS, gaps: [{ from: 10 * MINUTE_MS, to: 20 * MINUTE_MS }] }

describe('contact', () => {
  test('goes on while the last message is at most 300 s ago, and ended with that message afterwards', () => {
    const first = { from: 0, to: 10 * MINUTE_MS }
    const at = 30 * MINUTE_MS + CONTACT_LIMIT_MS
    expect(connectedIntervals(contact, ever, at)).toEqual([first, { from: 20 * MINUTE_MS, to: null }])
    expect(connectedIntervals(contact, ever, at + 1)).toEqual([first, { from: 20 * MINUTE_MS, to: 30 * MINUTE_MS }])
  })

  test('is clipped to the period asked for', () => {
    const period = { from: 5 * MINUTE_MS, to: 25 * MINUTE_MS }
    expect(connectedIntervals(contact, period, 31 * MINUTE_MS)).toEqual([
      { from: 5 * MINUTE_MS, to: 10 * MINUTE_MS },
      { from: 20 * MINUTE_MS, to: 25 * MINUTE_MS },
    ])
  })

  test('is, at any instant, where a message is behind and one at most the limit after it ahead', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(steps, fc.nat(900_000), fc.nat(4_000_000), (waits, quiet, until) => {
        const messages = [0]
        for (const wait of waits) messages.push((messages.at(-1) ?? 0) + wait)
        const lastAt = messages.at(-1) ?? 0
        const now = lastAt + quiet
        const gaps = messages
          .slice(1)
          .map((to, i) => ({ from: messages[i] ?? 0, to }))
          .filter((gap) => gap.to - gap.from > CONTACT_LIMIT_MS)
        const intervals = connectedIntervals({ firstAt: 0, lastAt, gaps }, ever, now)
        const at = Math.min(until, now - 1)
        const previous = messages.findLast((message) => message <= at)
        const next = messages.find((message) => message > at) ?? (quiet <= CONTACT_LIMIT_MS ? now : undefined)
        const expected = previous !== undefined && next !== undefined && next - previous <= CONTACT_LIMIT_MS
        expect(intervals.some(({ from, to }) => from <= at && (to === null || at < to))).toBe(expected && at >= 0)
      }),
    )
  })
})
