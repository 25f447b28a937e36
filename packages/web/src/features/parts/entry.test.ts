import { expect, test } from 'vitest'
import { BLANK_PART, qtyOf } from './entry.ts'

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['1000000000', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['', undefined],
])('the quantity %j is read as %s', (qty, value) => expect(qtyOf({ ...BLANK_PART, qty })).toBe(value))

test('a new row has no part, the action replace and the quantity 1', () => {
  expect(BLANK_PART).toEqual({ partId: null, action: 'replace', qty: '1' })
})
