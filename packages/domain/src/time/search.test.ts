import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstIndex } from './index.ts'

const ascending = fc
  .array(fc.integer({ min: 0, max: 20 }), { maxLength: 40 })
  .map((numbers) => numbers.sort((a, b) => a - b))

test('The first index is that of a linear search, or the length of the list if there is none', () => {
  fc.assert(
    fc.property(ascending, fc.integer({ min: -1, max: 21 }), (numbers, limit) => {
      const found = numbers.findIndex((number) => number >= limit)
      expect(firstIndex(numbers.length, (i) => (numbers[i] as number) >= limit)).toBe(
        found < 0 ? numbers.length : found,
      )
    }),
  )
})

test('A long list is searched with few questions, and an empty one with none', () => {
  let questions = 0
  const holds = (index: number) => {
    questions++
    return index >= 1_500_000_000
  }
  expect(firstIndex(2_000_000_000, holds)).toBe(1_500_000_000)
  expect(questions).toBeLessThanOrEqual(31)
  questions = 0
  expect(firstIndex(0, holds)).toBe(0)
  expect(questions).toBe(0)
})
