/** Searches random stories for one that differs from the reference model, and makes it as short as possible. */
import fc from 'fast-check'
import { type DeviceStory, deviceStories } from './device-stories.ts'
import { storyText } from './device-stories-plan.ts'
import type { Difference, Outcome, StoryPlant } from './device-stories-plant.ts'
import { shorterStories, sizeOf } from './device-stories-shrink.ts'

const MAX_ROUNDS = 25
const CANDIDATES_AT_ONCE = 24
const SHOWN = 6

export interface Search {
  readonly seed: number
  readonly stories: number
  /** Number of stories that run at the same time in a company. */
  readonly atOnce: number
  /**
   * Function that returns true if a story with these differences is to be reported. Without it, every story with a difference is
   * reported.
   */
  readonly counts?: (differences: readonly Difference[]) => boolean
}

export type Totals = Pick<Outcome, 'stories' | 'orders' | 'figures' | 'settledAlike'>

interface Failed {
  readonly story: DeviceStory
  readonly differences: readonly Difference[]
}

/**
 * Runs random stories, `atOnce` at a time, and returns the totals if none has a difference from the reference model that the
 * search reports. Otherwise stops at the first group with such a difference, and throws an error with the shortest form found of
 * its shortest story.
 */
export async function searchStories(plant: StoryPlant, search: Search): Promise<Totals> {
  const { seed, stories, atOnce } = search
  const all = fc.sample(deviceStories, { seed, numRuns: stories })
  const totals = { stories: 0, orders: 0, figures: 0, settledAlike: 0 }
  for (let from = 0; from < stories; from += atOnce) {
    const tried = all.slice(from, from + atOnce)
    const outcome = await plant.live(tried)
    totals.stories += outcome.stories
    totals.orders = outcome.orders
    totals.figures += outcome.figures
    totals.settledAlike += outcome.settledAlike
    const failed = failedOf(tried, outcome, search)
    const [first] = failed
    if (first === undefined) continue
    const heading = `Story ${all.indexOf(first.story)} of seed ${seed} differs from the reference model`
    throw new Error(
      `${heading} (${failed.length} of ${from + tried.length} do):\n${await shortest(plant, first, search)}`,
    )
  }
  return totals
}

/** Returns the stories with differences that the search reports, the shortest first; empty if there is none. */
function failedOf(
  stories: readonly DeviceStory[],
  { differences }: Outcome,
  { counts }: Pick<Search, 'counts'>,
): Failed[] {
  return [...Map.groupBy(differences, ({ story }) => story)]
    .filter(([, all]) => counts === undefined || counts(all))
    .map(([index, all]) => ({ story: stories[index] as DeviceStory, differences: all }))
    .sort((a, b) => sizeOf(a.story) - sizeOf(b.story))
}

/**
 * Replaces a story again and again by a shorter one that also differs, until there is none. After 25 rounds of candidates it no
 * longer begins with a shorter one. Returns the text of the last story with its differences.
 */
async function shortest(plant: StoryPlant, begin: Failed, search: Pick<Search, 'counts'>): Promise<string> {
  let found = begin
  let rounds = 0
  for (let isShorter = true; isShorter && rounds < MAX_ROUNDS; ) {
    isShorter = false
    const candidates = shorterStories(found.story)
    for (let from = 0; from < candidates.length && !isShorter; from += CANDIDATES_AT_ONCE) {
      const tried = candidates.slice(from, from + CANDIDATES_AT_ONCE)
      const [next] = failedOf(tried, await plant.live(tried), search)
      rounds++
      if (next === undefined) continue
      found = next
      isShorter = true
    }
  }
  return `${storyText(found.story)}\n${textOf(found.differences)}\n${JSON.stringify(found.story)}`
}

function textOf(differences: readonly Difference[]): string {
  const lines = differences.map(({ order, when, figure, text }) => `  ${order}, ${when}: ${figure}, ${text}`)
  return [...lines.slice(0, SHOWN), ...(lines.length > SHOWN ? [`  and ${lines.length - SHOWN} more`] : [])].join('\n')
}
