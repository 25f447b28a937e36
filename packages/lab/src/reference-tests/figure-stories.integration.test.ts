import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figureStories } from './figure-steps.ts'
import { compareStory } from './figure-stories.ts'

test('After random stories of machines, every figure of them and of their units equals the reference model', async () => {
  let compared = 0
  const stories = fc.asyncProperty(figureStories(20), async (story) => {
    compared += await compareStory(story)
  })
  await fc.assert(stories, { numRuns: 3, endOnFailure: true })
  expect(compared).toBeGreaterThan(0)
}, 180_000)
