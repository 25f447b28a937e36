import { coverCases } from '@millwatch/domain/judge/budget.testing'
import fc from 'fast-check'
import { test } from 'vitest'
import { liveThrough, shiftStories } from './shift-stories.testing.ts'

test('After up to sixty random stories of a machine, each instant of its shift history is as the last change to it left it', async () => {
  const stories = fc.asyncProperty(shiftStories(25), liveThrough)
  await coverCases({
    title: 'Stories of shifts',
    whole: 60,
    share: 1,
    run: (numRuns) => fc.assert(stories, { numRuns, endOnFailure: true }),
  })
})
