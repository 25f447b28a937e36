import { test } from 'vitest'
import { figuresAgainstNaive } from './against-naive.testing.ts'

test('Figures of ten thousand random machines equal those of looking at each millisecond', () =>
  figuresAgainstNaive(10_000))
