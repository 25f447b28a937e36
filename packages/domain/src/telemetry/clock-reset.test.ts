import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findClockResets, isClockReset, isLive, LIVE_MS, RESET_MARGIN_MS } from './index.ts'

const ADDED = Date.UTC(2026, 2, 1)
const NOW = Date.UTC(2026, 10, 22)
const LIMIT = ADDED - RESET_MARGIN_MS
const live = { addedAt: ADDED, hasBeenLive: true, assignments: [{ from: ADDED, to: null }] }
const event = (occurredAt: number, since: number | null = null) => ({ occurredAt, since })

describe('a device is live', () => {
  test('with an event up to exactly 24 hours from its receipt', () => {
    expect(LIVE_MS).toBe(86_400_000)
    expect(isLive(NOW - LIVE_MS, NOW)).toBe(true)
    expect(isLive(NOW - LIVE_MS - 1, NOW)).toBe(false)
    expect(isLive(NOW + LIVE_MS, NOW)).toBe(true)
    expect(isLive(NOW + LIVE_MS + 1, NOW)).toBe(false)
  })
})

describe('an event of a device that has been live', () => {
  test('is history up to exactly 400 days before the device was added', () => {
    expect(RESET_MARGIN_MS).toBe(400 * 86_400_000)
    expect(isClockReset(LIMIT, live)).toBe(false)
    expect(isClockReset(LIMIT - 1, live)).toBe(true)
    expect(isClockReset(Date.UTC(2000, 0, 1), live)).toBe(true)
  })

  test('is history where the device was never live', () => {
    expect(isClockReset(Date.UTC(2000, 0, 1), { ...live, hasBeenLive: false })).toBe(false)
  })

  test('is history where an assignment was in force then, and not where one only began later', () => {
    const from = Date.UTC(2019, 0, 1)
    const to = Date.UTC(2020, 0, 1)
    const dated = { ...live, assignments: [{ from, to }] }
    expect(isClockReset(from, dated)).toBe(false)
    expect(isClockReset(from - 1, dated)).toBe(true)
    expect(isClockReset(to - 1, dated)).toBe(false)
    expect(isClockReset(to, dated)).toBe(true)
    expect(isClockReset(to, { ...live, assignments: [{ from, to: null }] })).toBe(false)
    expect(isClockReset(to, { ...live, assignments: [] })).toBe(true)
  })
})

describe('the events of a message', () => {
  const fresh = { ...live, hasBeenLive: false }

  test('follow each other: a live one speaks for those behind it', () => {
    const old = event(Date.UTC(2000, 0, 1))
    const later = event(Date.UTC(2000, 0, 2))
    expect(findClockResets([old, event(NOW), later], NOW, fresh)).toEqual({ resets: [later], hasBeenLive: true })
  })

  test('count a ping from the time since which it vouches', () => {
    const ping = event(NOW, LIMIT - 1)
    expect(findClockResets([ping], NOW, live)).toEqual({ resets: [ping], hasBeenLive: true })
    expect(findClockResets([event(NOW, LIMIT)], NOW, live).resets).toEqual([])
  })

  test('make a device live by their own time, also a first ping that vouches for long before', () => {
    const old = event(LIMIT - 5)
    expect(findClockResets([event(NOW, LIMIT - 1), old], NOW, fresh).resets).toEqual([old])
  })
})

const someTime = fc.oneof(
  fc.integer({ min: Date.UTC(2000, 0, 1), max: NOW }),
  fc.integer({ min: NOW - 2 * LIVE_MS, max: NOW + 300_000 }),
  fc.constantFrom(LIMIT - 1, LIMIT, LIMIT + 1, NOW - LIVE_MS, NOW - LIVE_MS - 1),
)
const someEvent = fc
  .tuple(someTime, fc.option(someTime))
  .map(([at, since]) => event(at, since !== null && since < at ? since : null))
const someTenure = fc.tuple(someTime, fc.option(someTime)).map(([from, to]) => ({ from, to }))
const someHistory = fc.record({
  addedAt: fc.integer({ min: Date.UTC(2020, 0, 1), max: NOW }),
  hasBeenLive: fc.boolean(),
  assignments: fc.array(someTenure, { maxLength: 3 }),
})

describe('whatever a device sends', () => {
  test('the verdicts are the same however its messages are cut', () => {
    fc.assert(
      fc.property(fc.array(someEvent), fc.nat(), someHistory, (events, cut, history) => {
        const at = cut % (events.length + 1)
        const first = findClockResets(events.slice(0, at), NOW, history)
        const second = findClockResets(events.slice(at), NOW, { ...history, hasBeenLive: first.hasBeenLive })
        const whole = findClockResets(events, NOW, history)
        expect({ ...second, resets: [...first.resets, ...second.resets] }).toEqual(whole)
      }),
    )
  })

  test('nothing live, recent, or covered by an assignment is held back, and a device is live for good', () => {
    fc.assert(
      fc.property(fc.array(someEvent), someHistory, (events, history) => {
        const { resets, hasBeenLive } = findClockResets(events, NOW, history)
        for (const { occurredAt, since } of resets) {
          const at = since ?? occurredAt
          expect(at).toBeLessThan(history.addedAt - RESET_MARGIN_MS)
          expect(history.assignments.some(({ from, to }) => from <= at && at < (to ?? Infinity))).toBe(false)
        }
        expect(hasBeenLive || !history.hasBeenLive).toBe(true)
        expect(resets.length === 0 || hasBeenLive).toBe(true)
      }),
    )
  })
})
