import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoryPlant } from './device-stories-plant.ts'
import { searchStories } from './device-stories-search.ts'

let plant: StoryPlant
beforeAll(async () => {
  plant = await StoryPlant.open()
})
afterAll(() => plant.close())

// The run takes seconds; finding the shortest form of a story that differs takes minutes.
test('Machines of several devices have the figures of the reference model, in any order of arrival', async () => {
  const totals = await searchStories(plant, { seed: 20_261_122, stories: 12, atOnce: 12 })
  expect(totals).toMatchObject({ stories: 12, orders: 3 })
  expect(totals.figures).toBeGreaterThan(12 * 3 * 3 * 9 - 1)
}, 600_000)
