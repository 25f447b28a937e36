import { coverCases } from '@millwatch/lab/budget'
import { test } from 'vitest'
import { figuresMatchReference } from './against-reference.testing.ts'

test('Figures of up to ten thousand random machines equal those of looking at each millisecond', async () => {
  await coverCases({ title: 'Figures of machines', whole: 10_000, share: 100, run: figuresMatchReference })
})
