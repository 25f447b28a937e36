import { expect, test } from 'vitest'
import { checkEventTime, HOLD_MS, SOON_MS } from './index.ts'

const now = Date.UTC(2026, 10, 21)

test('an event of the past, however old, and of this very instant counts now', () => {
  expect(checkEventTime(now, now)).toBe('now')
  expect(checkEventTime(Date.UTC(2000, 0, 1), now)).toBe('now')
})

test('one up to 5 minutes ahead counts once its time has come', () => {
  expect(checkEventTime(now + 1, now)).toBe('soon')
  expect(checkEventTime(now + SOON_MS, now)).toBe('soon')
})

test('one up to a day ahead is held until its time has come', () => {
  expect(checkEventTime(now + SOON_MS + 1, now)).toBe('hold')
  expect(checkEventTime(now + HOLD_MS, now)).toBe('hold')
})

test('one further ahead is held for an admin', () => {
  expect(checkEventTime(now + HOLD_MS + 1, now)).toBe('hold_admin')
})

test('one from before the year 2000 comes from a clock that was never set', () => {
  expect(checkEventTime(Date.UTC(2000, 0, 1) - 1, now)).toBe('clock_not_set')
  expect(checkEventTime(0, now)).toBe('clock_not_set')
})
