import { expect, test } from 'vitest'
import { overText } from './words.ts'

test.each([
  ['hours', 300, 312.4, '12.4 h over'],
  ['cycles', 60_000, 61_894, '1,894 over'],
  ['days', 30, 33.2, '3 days over'],
  ['days', 30, 30.3, '7 h over'],
  ['weeks', 4, 5.1, '1 week over'],
  ['weeks', 4, 4.75, '5 days over'],
  ['weeks', 4, 4.02, '3 h over'],
  ['months', 3, 3.45, '≈ 13 days over'],
] as const)('maintenance by %s, %f of which are the limit, is after %f overdue by %s', (unit, limit, amount, text) => {
  expect(overText({ kind: 'calendar', unit, limit, amount })).toBe(text)
})
