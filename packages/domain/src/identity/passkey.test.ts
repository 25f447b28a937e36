import { expect, test } from 'vitest'
import { isCounterBack, readPasskeyName } from './passkey.ts'

test.each([
  [0, 0, false],
  [0, 1, false],
  [4, 5, false],
  [4, 900, false],
  [4, 4, true],
  [4, 3, true],
  [4, 0, true],
])('a counter after %i that says %i is back: %s', (stored, sent, isBack) => {
  expect(isCounterBack(stored, sent)).toBe(isBack)
})

test('a name of a passkey is trimmed, visible, of one line, and has 60 characters at most', () => {
  expect(readPasskeyName('  Phone ')).toBe('Phone')
  expect(readPasskeyName('x'.repeat(60))).toBe('x'.repeat(60))
  for (const bad of ['', '  ', '\u2800', 'a\nb', 'a\u202eb', 'x'.repeat(61)]) expect(readPasskeyName(bad)).toBeNull()
})
