import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figureStories, judgeStory } from './figure-stories.testing.ts'

test('Eighty times whatever happens to machines, any figure is what a naive computation says', async () => {
  let compared = 0
  const stories = fc.asyncProperty(figureStories(40), async (story) => {
    compared += await judgeStory(story)
  })
  await fc.assert(stories, { numRuns: 80, endOnFailure: true })
  expect(compared).toBeGreaterThan(80 * 100)
})
