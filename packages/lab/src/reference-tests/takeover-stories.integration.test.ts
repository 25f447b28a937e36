import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoryPlant } from './device-stories-plant.ts'
import {
  lateEventsOfTheFirst,
  longerMaximumCycle,
  readingOfAnother,
  staleCheckpoints,
  vouchedBeforeTakeover,
} from './takeover-stories.ts'

let plant: StoryPlant
beforeAll(async () => {
  plant = await StoryPlant.open()
})
afterAll(() => plant.close())

test.each([
  ['No interval is lost where a takeover dated back left checkpoints of the earlier primary', staleCheckpoints],
  ['Late events of the first primary count, though it was added undated and another took over', lateEventsOfTheFirst],
  ['A reading of another device is in the averages as soon as it is acknowledged', readingOfAnother],
  ['A ping that lies after a takeover is no evidence of time before it', vouchedBeforeTakeover],
  ['Verify finds nothing after a longer maximum cycle time was set', longerMaximumCycle],
])('%s', async (_, story) => {
  const { differences } = await plant.live([story])
  expect(differences.map(({ order, when, figure, text }) => `${order}, ${when}: ${figure}, ${text}`)).toEqual([])
})
