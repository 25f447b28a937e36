import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTACT_LIMIT_MS, type Contact, connectedIntervals } from './communication.ts'

const minute = 60_000
const ever = { from: 0, to: 1e15 }
const contact: Contact = { firstAt: 0, lastAt: 30 * minute, gaps: [{ from: 10 * minute, to: 20 * minute }] }

describe('contact', () => {
  test('goes on while the last message is at most 300 s ago, and ended with that message afterwards', () => {
    const first = { from: 0, to: 10 * minute }
    const at = 30 * minute + CONTACT_LIMIT_MS
    expect(connectedIntervals(contact, ever, at)).toEqual([first, { from: 20 * minute, to: null }])
    expect(connectedIntervals(contact, ever, at + 1)).toEqual([first, { from: 20 * minute, to: 30 * minute }])
  })

  test('is clipped to the period asked for', () => {
    const period = { from: 5 * minute, to: 25 * minute }
    expect(connectedIntervals(contact, period, 31 * minute)).toEqual([
      { from: 5 * minute, to: 10 * minute },
      { from: 20 * minute, to: 25 * minute },
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
