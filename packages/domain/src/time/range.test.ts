import { expect, test } from 'vitest'
import { overlap } from './index.ts'

test('two ranges overlap in what lies in both', () => {
  expect(overlap({ from: 0, to: 10 }, { from: 5, to: 20 })).toEqual({ from: 5, to: 10 })
  expect(overlap({ from: 5, to: 20 }, { from: 6, to: 7 })).toEqual({ from: 6, to: 7 })
})

test('ranges that only meet do not overlap', () => {
  expect(overlap({ from: 0, to: 10 }, { from: 10, to: 20 })).toBeNull()
  expect(overlap({ from: 10, to: 20 }, { from: 0, to: 10 })).toBeNull()
})
