import fc from 'fast-check'
import { test } from 'vitest'
import { liveThrough, shiftStories } from './shift-stories.testing.ts'

test('Whatever happens to a machine, its shift history is what who touched each instant last made of it', async () => {
  const stories = fc.asyncProperty(shiftStories(12), liveThrough)
  await fc.assert(stories, { numRuns: 2, endOnFailure: true })
}, 180_000)
