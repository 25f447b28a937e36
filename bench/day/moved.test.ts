import { expect, test } from 'vitest'
import { type ShownStop, shownTime, stopOfEntry } from './moved.ts'

const at = (time: string): number => Date.parse(`2026-03-02T${time}Z`) / 1000
const stops = [
  { startedAt: at('04:09:00'), endedAt: at('04:10:26') },
  { startedAt: at('04:10:48'), endedAt: at('04:11:30') },
  { startedAt: at('04:12:00'), endedAt: null },
]
const startOf = (shown: ShownStop): string | undefined => {
  const stop = stopOfEntry(shown, stops, 'UTC')
  return stop && shownTime(stop.startedAt, 'UTC')
}

test('a reason belongs to the stop that was shown', () => {
  const reachedAt = at('04:12:30')
  expect(startOf({ startedAt: '4:09:00 AM', endedAt: '4:10:26 AM', reachedAt })).toBe('4:09:00 AM')
  expect(startOf({ startedAt: '4:12:00 AM', endedAt: null, reachedAt })).toBe('4:12:00 AM')
})

test('where later events moved the start, it belongs to the stop that overlaps the shown one most', () => {
  expect(startOf({ startedAt: '4:10:25 AM', endedAt: null, reachedAt: at('04:10:59') })).toBe('4:10:48 AM')
  expect(startOf({ startedAt: '4:10:05 AM', endedAt: '4:10:50 AM', reachedAt: at('04:13:00') })).toBe('4:09:00 AM')
})

test('where later events divided the stop, it belongs to the longer part, though the other begins when it did', () => {
  const parts = [
    { startedAt: at('04:03:56'), endedAt: at('04:03:58') },
    { startedAt: at('04:04:19'), endedAt: at('04:04:40') },
  ]
  const shown = { startedAt: '4:03:56 AM', endedAt: null, reachedAt: at('04:04:32') }
  expect(stopOfEntry(shown, parts, 'UTC')).toBe(parts[1])
})

test('without a stop in that time there is none', () => {
  expect(startOf({ startedAt: '4:11:40 AM', endedAt: null, reachedAt: at('04:11:50') })).toBeUndefined()
})

test('the shown time may lie on the day before', () => {
  const late = [{ startedAt: at('00:00:05') - 10, endedAt: at('00:01:00') }]
  expect(stopOfEntry({ startedAt: '11:59:50 PM', endedAt: null, reachedAt: at('00:00:30') }, late, 'UTC')).toBe(late[0])
})
