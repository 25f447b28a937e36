import fc from 'fast-check'
import { test } from 'vitest'
import { coverCases } from '../budget.ts'
import { liveThrough, shiftStories } from './shift-stories.ts'

test('After up to sixty random stories of a machine, each instant of its shift history is as the last change to it left it', async () => {
  const stories = fc.asyncProperty(shiftStories(25), liveThrough)
  await coverCases({
    title: 'Stories of shifts',
    whole: 60,
    share: 1,
    run: (numRuns) => fc.assert(stories, { numRuns, endOnFailure: true }),
  })
})
