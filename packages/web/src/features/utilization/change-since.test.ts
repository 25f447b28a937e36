import { expect, test } from 'vitest'
import { pointsWords } from './change-since.tsx'

test.each([
  [2.14, '+2.1 points'],
  [-0.44, '−0.4 points'],
  [0.04, '0.0 points'],
  [-0.04, '0.0 points'],
])('a difference of %d is "%s"', (points, words) => expect(pointsWords(points)).toBe(words))
