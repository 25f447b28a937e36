import { expect, test } from 'vitest'
import { DAY_MS } from '../time/index.ts'
import { periodWords, type RelativePeriod, shiftBySchedule, shiftSinceRead } from './index.ts'
import { at } from './scope.testing.ts'

test.each<[RelativePeriod, string]>([
  ['this-week', 'This week'],
  ['shift', 'This shift'],
  ['1w', 'Past week'],
  ['4w', 'Past 4 weeks'],
  ['15m', 'Past 15 months'],
  ['1h', 'Past hour'],
  ['1.5h', 'Past 1 h 30 min'],
  ['0.25h', 'Past 15 min'],
])('%s is told as "%s"', (period, words) => {
  expect(periodWords(period)).toBe(words)
})

test('The shift that goes on is the schedule’s, breaks of up to half an hour included', () => {
  const week = {
    6: [
      [6 * 3600, 11 * 3600, 1],
      [11 * 3600 + 1800, 14 * 3600, 1],
      [14 * 3600, 22 * 3600, 2],
    ],
  } as const
  const found = (now: string) => shiftBySchedule(week, 'America/Chicago', at(now))
  const first = { shift: 1, from: at('2026-11-21T12:00:00Z'), to: at('2026-11-21T20:00:00Z') }
  const second = { shift: 2, from: first.to, to: at('2026-11-22T04:00:00Z') }
  expect(found('2026-11-21T17:10:00Z')).toEqual(first)
  expect(found('2026-11-21T20:00:00Z')).toEqual(second)
  // Outside of shifts it is the last one, for 8 days.
  expect(found('2026-11-22T05:00:00Z')).toEqual(second)
  expect(found('2026-11-21T11:59:59Z')).toEqual({
    ...second,
    from: second.from - 7 * DAY_MS,
    to: second.to - 7 * DAY_MS,
  })
  expect(shiftBySchedule({ 6: [[0, 3600, 0]] }, 'UTC', at('2026-11-21T00:30:00Z'))).toBeUndefined()
})

test('The shift of a machine is that of its history, until one begins by its schedule after the answer', () => {
  const [early, late] = [
    { shift: 1, from: 0, to: 100 },
    { shift: 2, from: 100, to: 200 },
  ] as const
  const read = { asOf: 90, current: early, last: undefined }
  expect(shiftSinceRead(read, late)).toBe(late)
  expect(shiftSinceRead({ ...read, asOf: 110, current: undefined, last: early }, late)).toBe(early)
  expect(shiftSinceRead({ ...read, current: undefined }, undefined)).toBeUndefined()
  expect(shiftSinceRead({ asOf: 150, current: undefined, last: undefined }, late)).toBe(late)
})
