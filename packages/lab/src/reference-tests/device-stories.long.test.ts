import { afterAll, beforeAll, test } from 'vitest'
import { coverCases } from '../budget.ts'
import { ORDERS } from './device-stories-plan.ts'
import { StoryPlant } from './device-stories-plant.ts'
import { searchStories } from './device-stories-search.ts'

/** Number of stories in a whole run, from `DEVICE_STORIES`; `DEVICE_STORIES_SEED` is the seed of the first forty. */
const whole = Number(process.env.DEVICE_STORIES ?? 2000)
const firstSeed = Number(process.env.DEVICE_STORIES_SEED ?? 1)
const share = 40

let plant: StoryPlant
beforeAll(async () => {
  plant = await StoryPlant.open()
})
afterAll(() => plant.close())

test(`Up to ${whole} stories of several devices have the figures of the reference model, in any order of arrival`, async () => {
  let figures = 0
  let settledAlike = 0
  await coverCases({
    title: `Stories of several devices from seed ${firstSeed}`,
    whole,
    share,
    async run(stories, first) {
      const totals = await searchStories(plant, { seed: firstSeed + first / share, stories, atOnce: share })
      figures += totals.figures
      settledAlike += totals.settledAlike
    },
  })
  const counted = `${ORDERS.length} orders each, ${figures.toLocaleString('en')} figures compared, 0 differ`
  process.stdout.write(`${counted}; events of ${settledAlike} stories belong to the same machines in all orders\n`)
})
