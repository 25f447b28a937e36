import { coverCases } from '@millwatch/domain/judge/budget.testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figureStories, judgeStory } from './figure-stories.testing.ts'

test('Up to eighty times whatever happens to machines, any figure is what a naive computation says', async () => {
  let compared = 0
  const stories = fc.asyncProperty(figureStories(40), async (story) => {
    compared += await judgeStory(story)
  })
  const done = await coverCases({
    title: 'Stories of figures',
    whole: 80,
    share: 1,
    run: (numRuns) => fc.assert(stories, { numRuns, endOnFailure: true }),
  })
  process.stdout.write(`${compared.toLocaleString('en')} figures compared, 0 differ\n`)
  expect(compared).toBeGreaterThan(done * 50)
})
