/** The smallest stories of defects that random stories of several devices found. */
import type { DeviceMessage, DeviceStory, SayStep, Step } from './device-stories.ts'

const A = 0
const B = 1

/**
 * Returns a step in which a device sends the messages in one batch, each 1 min after the one before. `atMin` is minutes after the
 * begin of the story.
 */
const say = (device: number, atMin: number, ...messages: readonly DeviceMessage[]): SayStep => ({
  ...{ kind: 'say', device, atMin, isRepeated: false },
  drafts: messages.map((message, i) => ({ gapMs: i === 0 ? 0 : 60_000, message })),
})

/**
 * Returns a step that adds a device to the machine. The assignment applies from `backMin` minutes earlier on, or from now on if
 * that is null.
 */
const add = (primary: boolean, backMin: number | null = null): Step => ({
  ...{ kind: 'add', machine: 0, setup: 'none' },
  primary,
  backMin,
})

const running = { type: 'status', status: 'running' }
const down = { type: 'status', status: 'down' }

const story = (...steps: readonly Step[]): DeviceStory => ({ machines: 1, seed: 1, steps })

/** Story for the case that checkpoints of the first primary device are later than the last of its events that still count. */
export const staleCheckpoints = story(
  add(true),
  say(A, -60, { type: 'cycle', cycle_time: 60, burst: 24 }),
  add(true, 100),
  say(B, -65, running),
  say(B, -20, { type: 'ping' }),
  say(B, -30, down),
)

/** Story for the case that events of the first primary device from before the takeover arrive after it. */
export const lateEventsOfTheFirst = story(add(true), add(true, 8), say(A, -20, running))

/**
 * Story for the case that rollups are built before the last batch arrives, whose reading is older than the first evidence of the
 * machine. That is so in the random order of its seed.
 */
export const readingOfAnother: DeviceStory = {
  ...story(add(false), add(true), say(B, -48, { type: 'cycle' }), say(A, -63, { type: 'cycle', temperature_1: 41.5 })),
  seed: 999_994,
}

/**
 * Story for the case that a ping is evidence for time before the takeover, but its own instant is after it, so that it no longer
 * counts.
 */
export const vouchedBeforeTakeover = story(
  add(true),
  say(A, 20, { type: 'ping', sinceMin: 60 }),
  say(A, -30, { type: 'cycle', cycle_time: 60, burst: 8 }),
  add(true, 32),
)

/**
 * Story for the case that the maximum cycle time changes after the events: stored figures must equal those that the check of
 * invariants computes again.
 */
export const longerMaximumCycle = story(add(true), say(A, -24, { type: 'cycle', burst: 24 }), {
  ...{ kind: 'maximum', machine: 0, seconds: 900, backMin: null },
})
