import { expect, test } from 'vitest'
import { median, medianInterval, quantile } from './figures.ts'

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

test('the interval of a median is that of the tables of the sign test', () => {
  const upTo = (length: number) => Array.from({ length }, (_, i) => length - i)
  expect(medianInterval(upTo(5))).toEqual({ low: 1, high: 5 })
  expect(medianInterval(upTo(10))).toEqual({ low: 2, high: 9 })
  expect(medianInterval(upTo(20))).toEqual({ low: 6, high: 15 })
  expect(medianInterval(upTo(50))).toEqual({ low: 18, high: 33 })
})
