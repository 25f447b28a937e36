import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareThrough, oneValueStories } from './one-value.ts'

test('A figure has the same value in every answer', async () => {
  let values = 0
  const stories = fc.asyncProperty(oneValueStories(2), async (story) => {
    values += await compareThrough(story)
  })
  await fc.assert(stories, { numRuns: 4, endOnFailure: true })
  expect(values).toBeGreaterThan(4 * 500)
}, 240_000)
