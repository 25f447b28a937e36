/** The smallest stories of defects that random stories of several devices found. */
import type { DeviceMessage, DeviceStory, SayStep, Step } from './device-stories.ts'

const A = 0
const B = 1

/** A step in which a device sends one batch; `atMin`: minutes after the begin of the story. */
const say = (device: number, atMin: number, ...messages: readonly DeviceMessage[]): SayStep => ({
  ...{ kind: 'say', device, atMin, isRepeated: false },
  drafts: messages.map((message, i) => ({ gapMs: i === 0 ? 0 : 60_000, message })),
})

/** A step that puts the next device on the machine; `backMin`: the assignment applies from so many minutes earlier. */
const add = (primary: boolean, backMin: number | null = null): Step => ({
  ...{ kind: 'add', machine: 0, setup: 'none' },
  primary,
  backMin,
})

const running = { type: 'status', status: 'running' }
const down = { type: 'status', status: 'down' }

const story = (...steps: readonly Step[]): DeviceStory => ({ machines: 1, seed: 1, steps })

/** Checkpoints of the first primary were later than its last event that still counted. */
export const staleCheckpoints = story(
  add(true),
  say(A, -60, { type: 'cycle', cycle_time: 60, burst: 24 }),
  add(true, 100),
  say(B, -65, running),
  say(B, -20, { type: 'ping' }),
  say(B, -30, down),
)

/** Events of the first primary from before the takeover arrived after it. */
export const lateEventsOfTheFirst = story(add(true), add(true, 8), say(A, -20, running))

/** In one order rollups are built before the last batch arrives; its reading is older than the first evidence. */
export const readingOfAnother: DeviceStory = {
  ...story(add(false), add(true), say(B, -48, { type: 'cycle' }), say(A, -63, { type: 'cycle', temperature_1: 41.5 })),
  seed: 999_994,
}

/** The ping is evidence for time before the takeover but its instant is after it, so it no longer counts. */
export const vouchedBeforeTakeover = story(
  add(true),
  say(A, 20, { type: 'ping', sinceMin: 60 }),
  say(A, -30, { type: 'cycle', cycle_time: 60, burst: 8 }),
  add(true, 32),
)

/** The setting changes after the events: stored figures must equal those that the invariants check computes again. */
export const longerMaximumCycle = story(add(true), say(A, -24, { type: 'cycle', burst: 24 }), {
  ...{ kind: 'maximum', machine: 0, seconds: 900, backMin: null },
})
