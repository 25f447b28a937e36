import { expect, test } from 'vitest'
import { instantOfWallText, wallText } from './wall-text.ts'

test('An instant is written and read on the walls of a zone', () => {
  expect(instantOfWallText('2026-01-05T08:30', 'America/Chicago')).toBe('2026-01-05T14:30:00.000Z')
  expect(instantOfWallText('2026-07-05T08:30', 'America/Chicago')).toBe('2026-07-05T13:30:00.000Z')
  expect(wallText(Date.parse('2026-01-05T14:30:59.999Z'), 'America/Chicago')).toBe('2026-01-05T08:30')
})

test('A time that does not exist is the instant of the change, one that comes twice is the first', () => {
  expect(instantOfWallText('2026-03-08T02:30', 'America/Chicago')).toBe('2026-03-08T08:00:00.000Z')
  expect(instantOfWallText('2026-11-01T01:30', 'America/Chicago')).toBe('2026-11-01T06:30:00.000Z')
})
