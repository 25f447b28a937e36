import { coverCases } from '@millwatch/domain/judge/budget.testing'
import fc from 'fast-check'
import { test } from 'vitest'
import { liveThrough, shiftStories } from './shift-stories.testing.ts'

test('Up to sixty times whatever happens to a machine, its shift history is what who touched each instant last made of it', async () => {
  const stories = fc.asyncProperty(shiftStories(25), liveThrough)
  await coverCases({
    title: 'Stories of shifts',
    whole: 60,
    share: 1,
    run: (numRuns) => fc.assert(stories, { numRuns, endOnFailure: true }),
  })
})
