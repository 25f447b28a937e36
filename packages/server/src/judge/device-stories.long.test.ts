import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDERS } from './device-stories-plan.testing.ts'
import { StoryPlant } from './device-stories-plant.testing.ts'
import { searchStories } from './device-stories-search.testing.ts'

/** CI takes fewer than a run by hand, to stay within its time; `DEVICE_STORIES_SEED` names other stories. */
const stories = Number(process.env.DEVICE_STORIES ?? (process.env.CI === undefined ? 2000 : 320))
const seed = Number(process.env.DEVICE_STORIES_SEED ?? 1)

let plant: StoryPlant
beforeAll(async () => {
  plant = await StoryPlant.open()
})
afterAll(() => plant.close())

test(`${stories} stories of several devices have the figures of the reference model, in any order of arrival`, async () => {
  const totals = await searchStories(plant, { seed, stories, atOnce: 40 })
  const { figures, settledAlike } = totals
  const counted = `${stories} stories of seed ${seed} in ${ORDERS.length} orders each, ${figures} figures compared, 0 differ`
  process.stdout.write(`${counted}; events of ${settledAlike} stories belong to the same machines in all orders\n`)
  expect(totals.stories).toBe(stories)
})
