import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { chooseDates } from '../lib/dates.ts'
import { marksBetweenEnds, markWords, timeMarks, wholeMarks } from './time-marks.ts'

const from = Date.parse('2026-11-21T00:00:00Z')
beforeEach(() => chooseDates({ locale: 'en-US', clockHours: 24 }))
afterAll(() => chooseDates({ locale: null, clockHours: null }))

it.each([
  ['a day on a wide chart', 24 * HOUR_MS, 1000, 12],
  ['a day on a phone', 24 * HOUR_MS, 290, 4],
  ['two hours', 2 * HOUR_MS, 1000, 12],
  ['three hours, told by minutes', 3 * HOUR_MS, 400, 6],
  ['ten minutes', HOUR_MS / 6, 1000, 10],
])('%s bears as many marks as it has room for', (_, length, width, many) => {
  expect(timeMarks({ from, to: from + length }, 'UTC', width)).toHaveLength(many)
})

const words = (length: number, width: number, zone = 'UTC') =>
  timeMarks({ from, to: from + length }, zone, width).map((at) => markWords(at, { from, to: from + length }, zone))

it('shows the minute within a day, the day at midnights of several, the month or year of many', () => {
  expect(words(HOUR_MS, 1000).slice(0, 2)).toEqual(['00:00', '00:05'])
  expect(words(2 * DAY_MS, 500)).toEqual(['Nov 21', '06:00', '12:00', '18:00', 'Nov 22', '06:00', '12:00', '18:00'])
  expect(words(7 * DAY_MS, 1000)).toEqual(['Nov 21', 'Nov 22', 'Nov 23', 'Nov 24', 'Nov 25', 'Nov 26', 'Nov 27'])
  expect(words(60 * DAY_MS, 600)).toEqual([
    'Nov 22',
    'Nov 29',
    'Dec 6',
    'Dec 13',
    'Dec 20',
    'Dec 27',
    'Jan 3',
    'Jan 10',
    'Jan 17',
  ])
  expect(words(457 * DAY_MS, 400)).toEqual(['2027', 'Apr', 'Jul', 'Oct', '2028'])
})

it('stands on local midnights, also where a day has 25 hours', () => {
  const start = Date.parse('2026-10-30T05:00:00Z')
  const marks = timeMarks({ from: start, to: start + 5 * DAY_MS }, 'America/Chicago', 600)
  expect(marks.map((at) => new Date(at).toISOString().slice(5, 16))).toEqual([
    '10-30T05:00',
    '10-31T05:00',
    '11-01T05:00',
    '11-02T06:00',
    '11-03T06:00',
  ])
})

it('leaves out a mark whose label would be cut at an end of the axis, unless there is room beyond', () => {
  const window = { from, to: from + 10 * HOUR_MS }
  const marks = [0, 2, 5, 9.8].map((hours) => from + hours * HOUR_MS)
  expect(wholeMarks(marks, window, 'UTC', 500)).toEqual(marks.slice(1, 3))
  expect(wholeMarks(marks, window, 'UTC', 500, 8)).toEqual(marks.slice(1))
  expect(wholeMarks(marks, window, 'UTC', 500, 18)).toEqual(marks)
})

it('leaves out a mark whose label would touch the one of an end', () => {
  const window = { from, to: from + 8 * HOUR_MS }
  const marks = [0, 1, 2, 7, 8].map((hours) => from + hours * HOUR_MS)
  expect(marksBetweenEnds(marks, window, 'UTC', 500)).toEqual([1, 2, 7].map((hours) => from + hours * HOUR_MS))
  expect(marksBetweenEnds(marks, window, 'UTC', 440)).toEqual([from + 2 * HOUR_MS])
})

it('has fewer marks where the clock of 12 hours makes their labels longer', () => {
  expect(words(2 * HOUR_MS, 500)).toHaveLength(8)
  chooseDates({ locale: 'en-US', clockHours: 12 })
  expect(words(2 * HOUR_MS, 500)).toEqual(['12:00 AM', '12:30 AM', '1:00 AM', '1:30 AM'])
})

it('names the days as the reader does', () => {
  chooseDates({ locale: 'de-DE', clockHours: null })
  expect(words(2 * DAY_MS, 500).slice(0, 3)).toEqual(['21. Nov.', '06:00', '12:00'])
})
