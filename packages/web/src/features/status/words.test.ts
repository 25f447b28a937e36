import { MINUTE_MS } from '@millwatch/domain/time'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Segment } from '../../charts/segment.ts'
import { segmentWords, summary } from './words.tsx'

const NOON = Date.UTC(2026, 5, 1, 12)

beforeEach(() => vi.useFakeTimers({ now: NOON }))
afterEach(() => vi.useRealTimers())

const segments: Segment[] = [
  { status: 2, from: NOON - 5 * MINUTE_MS, to: NOON - 20_000 },
  { status: 1, from: NOON - 20_000, to: null },
]

test('the part of a preview in the future is not counted', () => {
  const window = { from: NOON - 10 * MINUTE_MS, to: NOON + 30_000 }
  expect(summary(segments, window, 'Press')).toBe('Press: Running 20 s, Down 4 m 40 s, no data 5 m 00 s')
})

test('a preview of the past is counted to its end', () => {
  const window = { from: NOON - 5 * MINUTE_MS, to: NOON - 4 * MINUTE_MS }
  expect(summary(segments, window, 'Press')).toBe('Press: Down 1 m 00 s')
})

test('an open interval lasts until now, even with an older clock for its words', () => {
  expect(
    segmentWords(segments[1]!, NOON - 50_000, { window: { from: 0, to: NOON }, zone: 'UTC', unscheduled: [] }),
  ).toMatch(/^Running, .* → now, .*20 s$/)
})

test('time in which a machine stood outside its schedule is a sum of its own, and its segment bears the same words as everywhere', () => {
  const window = { from: NOON - 10 * MINUTE_MS, to: NOON }
  const outside = [{ from: NOON - 20 * MINUTE_MS, to: NOON - 3 * MINUTE_MS }]
  const all = [
    { status: 3, from: NOON - 9 * MINUTE_MS, to: NOON - 5 * MINUTE_MS },
    { status: 1, from: NOON - 5 * MINUTE_MS, to: NOON - 4 * MINUTE_MS },
    { status: 2, from: NOON - 4 * MINUTE_MS, to: null },
  ]
  expect(summary(all, window, 'Press', outside)).toBe(
    'Press: Running 1 m 00 s, Down 3 m 00 s, no data 1 m 00 s, Not scheduled 5 m 00 s',
  )
  const words = all.map((segment) => segmentWords(segment, NOON, { window, zone: 'UTC', unscheduled: outside }))
  expect(words[0]).toMatch(/^Not scheduled · offline, /)
  expect(words[1]).toMatch(/^Running, /)
  // A part of it is scheduled.
  expect(words[2]).toMatch(/^Down, /)
})
