import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverCases } from '../budget.ts'
import { figureStories } from './figure-steps.ts'
import { compareStory } from './figure-stories.ts'

test('After up to eighty random stories of machines, every figure equals the reference model', async () => {
  let compared = 0
  const stories = fc.asyncProperty(figureStories(40), async (story) => {
    compared += await compareStory(story)
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
