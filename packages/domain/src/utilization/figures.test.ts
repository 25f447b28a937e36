import { test } from 'vitest'
import { figuresAgainstNaive } from './against-naive.testing.ts'

test('Figures of any machine equal those of looking at each millisecond', () => figuresAgainstNaive(100))
