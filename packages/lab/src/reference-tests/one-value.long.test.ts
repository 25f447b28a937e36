import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverCases } from '../budget.ts'
import { compareThrough, oneValueStories } from './one-value.ts'

/** Number of stories in a whole run, from ONE_VALUE_STORIES; ONE_VALUE_SEED repeats a seed that a run printed. */
const whole = Number(process.env.ONE_VALUE_STORIES ?? 30)
const seed = process.env.ONE_VALUE_SEED

test('After random stories of machines, a figure has the same value in every answer', async () => {
  let values = 0
  const stories = fc.asyncProperty(oneValueStories(25), async (story) => {
    values += await compareThrough(story)
  })
  const done = await coverCases({
    title: 'Stories of one value',
    whole,
    share: 1,
    run: (numRuns, first) =>
      fc.assert(stories, {
        numRuns,
        endOnFailure: true,
        ...(seed === undefined ? {} : { seed: Number(seed) + first }),
      }),
  })
  process.stdout.write(`${values.toLocaleString('en')} values compared, 0 differ\n`)
  expect(values).toBeGreaterThan(done * 5000)
})
