import { coverCases } from '@millwatch/lab/budget'
import { test } from 'vitest'
import { placingAgrees } from './placing.testing.ts'

test('What was written on stops is placed as one would by hand, in up to 10,000 cases', async () => {
  await coverCases({ title: 'Placed notes', whole: 10_000, share: 200, run: placingAgrees })
})
