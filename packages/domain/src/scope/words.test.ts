import { expect, test } from 'vitest'
import { periodWords, type RelativePeriod, shiftStartBySchedule } from './index.ts'
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
  const startedBefore = (now: string) => shiftStartBySchedule(week, 'America/Chicago', at(now))
  expect(startedBefore('2026-11-21T17:10:00Z')).toBe(at('2026-11-21T12:00:00Z'))
  expect(startedBefore('2026-11-21T20:00:00Z')).toBe(at('2026-11-21T20:00:00Z'))
  expect(startedBefore('2026-11-21T11:59:59Z')).toBeUndefined()
  expect(startedBefore('2026-11-22T05:00:00Z')).toBeUndefined()
})
