import { expect, test } from 'vitest'
import { clockDuration, minuteHere, namedShift } from './words.ts'

test('a duration is written as a clock shows it', () => {
  expect([0, -5, 9000, 41 * 60_000 + 8000, 3_723_000].map(clockDuration)).toEqual([
    '0:00',
    '0:00',
    '0:09',
    '41:08',
    '1:02:03',
  ])
})

test('the day stands before a time of another day', () => {
  const at = Date.UTC(2026, 10, 19, 21, 40)
  expect(minuteHere(at, at + 3_600_000, 'UTC')).toBe('9:40 PM')
  expect(minuteHere(at, at + 24 * 3_600_000, 'UTC')).toBe('Thu 19 9:40 PM')
})

test('scheduled time without a shift has no shift', () => {
  const span = { started_at: '2026-01-05T06:00:00.000Z', ended_at: '2026-01-05T14:00:00.000Z' }
  expect(namedShift({ current_shift: { shift: 0, ...span } })).toBeNull()
  expect(namedShift({ current_shift: { shift: 1, ...span } })).toEqual({ shift: 1, ...span })
})
