import { expect, test } from 'vitest'
import { shownTime, stopOfEntry } from './moved.ts'

const at = (time: string): number => Date.parse(`2026-03-02T${time}Z`) / 1000
const stops = [
  { startedAt: at('04:09:00'), endedAt: at('04:10:26') },
  { startedAt: at('04:10:48'), endedAt: at('04:11:30') },
  { startedAt: at('04:12:00'), endedAt: null },
]
const stopShown = (shown: string, given: string): string | undefined => {
  const stop = stopOfEntry({ shown, givenAt: at(given) }, stops, 'UTC')
  return stop && shownTime(stop.startedAt, 'UTC')
}

test('a reason belongs to the stop that begins at the shown time', () => {
  expect(stopShown('4:09:00 AM', '04:12:30')).toBe('4:09:00 AM')
  expect(stopShown('4:12:00 AM', '04:12:30')).toBe('4:12:00 AM')
})

test('where late events moved the start, it belongs to the stop that overlaps the time up to the entry most', () => {
  expect(stopShown('4:10:25 AM', '04:10:59')).toBe('4:10:48 AM')
  expect(stopShown('4:10:05 AM', '04:10:50')).toBe('4:09:00 AM')
})

test('without a stop in that time there is none', () => {
  expect(stopShown('4:11:40 AM', '04:11:50')).toBeUndefined()
})

test('the shown time may lie on the day before', () => {
  const late = [{ startedAt: at('00:00:05') - 10, endedAt: at('00:01:00') }]
  expect(stopOfEntry({ shown: '11:59:50 PM', givenAt: at('00:00:30') }, late, 'UTC')).toBe(late[0])
})
