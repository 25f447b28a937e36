import fc from 'fast-check'
import { test } from 'vitest'
import { liveThrough, shiftStories } from './shift-stories.ts'

test('After a random story of a machine, each instant of its shift history is as the last change to it left it', async () => {
  const stories = fc.asyncProperty(shiftStories(12), liveThrough)
  await fc.assert(stories, { numRuns: 2, endOnFailure: true })
}, 180_000)
