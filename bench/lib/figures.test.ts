import { expect, test } from 'vitest'
import { median, quantile } from './figures.ts'

test('the median of an odd and an even number of values', () => {
  expect(median([5, 1, 9])).toBe(5)
  expect(median([5, 1, 9, 7])).toBe(6)
})

test('a quantile is one of the values, the largest one at the end', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect(quantile(values, 0.5)).toBe(51)
  expect(quantile(values, 0.99)).toBe(100)
  expect(quantile(values, 1)).toBe(100)
  expect(quantile([], 0.5)).toBeNaN()
})
