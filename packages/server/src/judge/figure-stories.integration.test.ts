import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figureStories, judgeStory } from './figure-stories.testing.ts'

test('Whatever happens to machines, any figure of them and of their units is what a naive computation says', async () => {
  let compared = 0
  const stories = fc.asyncProperty(figureStories(20), async (story) => {
    compared += await judgeStory(story)
  })
  await fc.assert(stories, { numRuns: 3, endOnFailure: true })
  expect(compared).toBeGreaterThan(0)
}, 180_000)
