/** The smallest stories of defects that random stories of several devices found. */
import type { DeviceStory, Message, SayStep, Step } from './device-stories.testing.ts'

const A = 0
const B = 1

/** A device sends one batch; `atMin`: minutes after the begin of the story. */
const say = (device: number, atMin: number, ...messages: readonly Message[]): SayStep => ({
  ...{ kind: 'say', device, atMin, isRepeated: false },
  drafts: messages.map((message, i) => ({ gapMs: i === 0 ? 0 : 60_000, message })),
})

/** The next device is put on the machine; `backMin`: the assignment counts from so many minutes before. */
const add = (primary: boolean, backMin: number | null = null): Step => ({
  ...{ kind: 'add', machine: 0, setup: 'none' },
  primary,
  backMin,
})

const running = { type: 'status', status: 'running' }
const down = { type: 'status', status: 'down' }

const story = (...steps: readonly Step[]): DeviceStory => ({ machines: 1, seed: 1, steps })

/** Checkpoints of the first primary stood after the last event that still counted. */
export const staleCheckpoints = story(
  add(true),
  say(A, -60, { type: 'cycle', cycle_time: 60, burst: 24 }),
  add(true, 100),
  say(B, -65, running),
  say(B, -20, { type: 'ping' }),
  say(B, -30, down),
)

/** What the first primary said before the takeover arrived after it. */
export const lateEventsOfTheFirst = story(add(true), add(true, 8), say(A, -20, running))

/** In one of the orders rollups are built before the last batch arrives; its reading is older than the first evidence. */
export const readingOfAnother: DeviceStory = {
  ...story(add(false), add(true), say(B, -48, { type: 'cycle' }), say(A, -63, { type: 'cycle', temperature_1: 41.5 })),
  seed: 999_994,
}

/** The ping vouches for time before the takeover and lies after it: it does not count any more. */
export const vouchedBeforeTakeover = story(
  add(true),
  say(A, 20, { type: 'ping', sinceMin: 60 }),
  say(A, -30, { type: 'cycle', cycle_time: 60, burst: 8 }),
  add(true, 32),
)

/** The setting changes after the events: nothing that was computed before may differ from what verify computes anew. */
export const longerMaximumCycle = story(add(true), say(A, -24, { type: 'cycle', burst: 24 }), {
  ...{ kind: 'maximum', machine: 0, seconds: 900, backMin: null },
})
