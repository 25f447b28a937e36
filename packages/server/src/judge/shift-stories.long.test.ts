import fc from 'fast-check'
import { test } from 'vitest'
import { liveThrough, shiftStories } from './shift-stories.testing.ts'

test('Sixty times whatever happens to a machine, its shift history is what who touched each instant last made of it', async () => {
  await fc.assert(fc.asyncProperty(shiftStories(25), liveThrough), { numRuns: 60, endOnFailure: true })
})
