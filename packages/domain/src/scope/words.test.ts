import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../time/index.ts'
import { periodWords, type RelativePeriod, shiftsBySchedule, shiftsSinceRead } from './index.ts'
import { at } from './scope.testing.ts'

test.each<[RelativePeriod, string]>([
  ['this-week', 'This week'],
  ['last-week', 'Last week'],
  ['last-month', 'Last month'],
  ['shift', 'This shift'],
  ['last-shift', 'Last shift'],
  ['1w', 'Past week'],
  ['4w', 'Past 4 weeks'],
  ['15m', 'Past 15 months'],
  ['1h', 'Past hour'],
  ['1.5h', 'Past 1 h 30 min'],
  ['0.25h', 'Past 15 min'],
])('%s is told as "%s"', (period, words) => {
  expect(periodWords(period)).toBe(words)
})

test('The shift that goes on and the last one are the schedule’s, breaks of up to half an hour included', () => {
  const week = {
    6: [
      [6 * 3600, 11 * 3600, 1],
      [11 * 3600 + 1800, 14 * 3600, 1],
      [14 * 3600, 22 * 3600, 2],
    ],
  } as const
  const found = (now: string) => shiftsBySchedule(week, 'America/Chicago', at(now))
  const first = { shift: 1, from: at('2026-11-21T12:00:00Z'), to: at('2026-11-21T20:00:00Z') }
  const second = { shift: 2, from: first.to, to: at('2026-11-22T04:00:00Z') }
  const weekBefore = { ...second, from: second.from - 7 * DAY_MS, to: second.to - 7 * DAY_MS }
  expect(found('2026-11-21T17:10:00Z')).toEqual({ current: first, last: weekBefore })
  expect(found('2026-11-21T20:00:00Z')).toEqual({ current: second, last: first })
  // Outside of shifts there is a last one only, for 8 days.
  expect(found('2026-11-22T05:00:00Z')).toEqual({ current: undefined, last: second })
  expect(found('2026-11-21T11:59:59Z')).toEqual({ current: undefined, last: weekBefore })
  const none = shiftsBySchedule({ 6: [[0, 3600, 0]] }, 'UTC', at('2026-11-21T00:30:00Z'))
  expect(none).toEqual({ current: undefined, last: undefined })
})

test('Night shifts over a change of clocks are the last shift with their real hours', () => {
  const everyNight = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[22 * 3600, 30 * 3600, 3]]])) as never
  const last = (now: string) => shiftsBySchedule(everyNight, 'America/New_York', at(now)).last
  const hours = (shift: { from: number; to: number } | undefined) => ((shift?.to ?? 0) - (shift?.from ?? 0)) / HOUR_MS
  expect(hours(last('2026-03-08T12:00:00Z'))).toBe(7)
  expect(hours(last('2026-11-01T13:00:00Z'))).toBe(9)
  expect(hours(last('2026-11-02T13:00:00Z'))).toBe(8)
})

test('The shifts of a machine are those of its history, until one begins or ends by its schedule after the answer', () => {
  const [early, late] = [
    { shift: 1, from: 0, to: 100 },
    { shift: 2, from: 100, to: 200 },
  ] as const
  const none = undefined
  const read = { asOf: 90, current: early, last: none }
  const at110 = { current: late, last: early }
  expect(shiftsSinceRead(read, at110, 110)).toEqual(at110)
  expect(shiftsSinceRead({ ...read, asOf: 110, current: none, last: early }, at110, 110)).toEqual({
    current: none,
    last: early,
  })
  // The history ends the shift earlier than the schedule does.
  expect(shiftsSinceRead(read, { current: none, last: none }, 100)).toEqual({ current: none, last: early })
  expect(shiftsSinceRead({ ...read, current: none }, { current: none, last: none }, 100)).toEqual({
    current: none,
    last: none,
  })
  expect(shiftsSinceRead({ asOf: 150, current: none, last: none }, at110, 150)).toEqual(at110)
  expect(shiftsSinceRead({ ...read, current: none }, { current: none, last: late }, 210).last).toEqual(late)
})
