import { expect, test } from 'vitest'
import { isUnderUtilized } from './under-utilized.ts'

test.each([
  [79.99, false, true],
  [80, false, false],
  [120, false, false],
  [0, false, true],
  [12, true, false],
  [null, false, false],
])('%d %%, excluded %s: under-utilized %s', (pct, excluded, expected) => {
  expect(isUnderUtilized(pct, excluded)).toBe(expected)
})
