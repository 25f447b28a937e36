import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareThrough, oneValueStories } from './one-value.testing.ts'

/** ONE_VALUE_STORIES says how many; ONE_VALUE_SEED goes on from a seed that was printed. */
const wanted = Number(process.env.ONE_VALUE_STORIES ?? (process.env.CI === undefined ? 30 : 8))
const seed = process.env.ONE_VALUE_SEED

test('Whatever happens to machines, a figure has one value, whichever answer bears it', async () => {
  let values = 0
  let lived = 0
  const stories = fc.asyncProperty(oneValueStories(25), async (story) => {
    values += await compareThrough(story)
    lived++
  })
  await fc.assert(stories, {
    numRuns: wanted,
    endOnFailure: true,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  })
  process.stdout.write(`${lived} stories, ${values.toLocaleString('en')} values compared, 0 differ\n`)
  expect(values).toBeGreaterThan(wanted * 5000)
})
