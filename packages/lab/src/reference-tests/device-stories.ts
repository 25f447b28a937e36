/**
 * Random stories of machines with several devices. A story is a list of steps, one per tick of the clock; the batches of the
 * story arrive in several orders.
 */
import fc from 'fast-check'
import type { SetupName } from './device-setups.ts'

export const MINUTE_MS = 60_000
export const TICK_MS = 8 * MINUTE_MS
/** Number of ticks of a story. Two more ticks follow, in which inactive devices are activated and the last batches arrive. */
export const TICKS = 12
/**
 * Latest time of an event, in ms after the begin of a story, so that every batch may arrive in the last tick. Later events are
 * moved to it.
 */
const LAST_EVENT_MS = TICKS * TICK_MS + 4 * MINUTE_MS

/** Event as a device sends it, without its time `t`. */
export type DeviceMessage = Readonly<Record<string, unknown>>

export interface Draft {
  /** Time in ms since the event before it in the step. */
  readonly gapMs: number
  readonly message: DeviceMessage
}

export interface SayStep {
  readonly kind: 'say'
  readonly device: number
  /** Time of the first event in minutes after the begin of the story, before its own gap; negative if it is before the begin. */
  readonly atMin: number
  readonly drafts: readonly Draft[]
  /** True if the device sends the batch a second time. */
  readonly isRepeated: boolean
}

export type Step =
  | SayStep
  | {
      readonly kind: 'add'
      readonly machine: number
      readonly primary: boolean
      readonly backMin: number | null
      readonly setup: SetupName
    }
  | {
      readonly kind: 'put'
      readonly device: number
      readonly machine: number
      readonly primary: boolean
      readonly backMin: number | null
    }
  | { readonly kind: 'remove' | 'deactivate'; readonly device: number }
  | { readonly kind: 'activate' | 'role'; readonly device: number; readonly primary: boolean }
  | { readonly kind: 'setup'; readonly device: number; readonly setup: SetupName }
  | {
      readonly kind: 'maximum'
      readonly machine: number
      readonly seconds: number | null
      readonly backMin: number | null
    }
  | {
      readonly kind: 'source'
      readonly machine: number
      readonly source: 'inputs' | 'cycles' | 'status' | null
      readonly backMin: number | null
    }

export interface DeviceStory {
  readonly machines: number
  /** Seed of the random order of arrival and of the repeated batches. */
  readonly seed: number
  readonly steps: readonly Step[]
}

const device = fc.nat(3)
const machine = fc.nat(1)
const setup = fc.constantFrom<SetupName>('none', 'none', 'none', 'none', 'one', 'both', 'flashing', 'down', 'pulsed')
const backMin = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(8, 16, 30, 60) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 150 }) },
)

/** Generator of gaps between events in ms: around the limits of 300 s and 600 s to the millisecond, and ordinary gaps. */
const gapMs = fc.constantFrom(
  0,
  1000,
  30_000,
  60_000,
  60_000,
  61_000,
  120_000,
  299_999,
  300_000,
  300_001,
  600_000,
  600_001,
)

const reading = fc.constantFrom<DeviceMessage>(
  {},
  {},
  { temperature_1: 20 },
  { temperature_1: 41.5 },
  { analog_in_1: 512 },
)
const cycle = fc
  .tuple(fc.constantFrom(undefined, 0, 30, 55, 60, 60, 60, 299, 700), fc.constantFrom(undefined, 1, 2, 5, 0), reading)
  .map(([cycle_time, count, more]): DeviceMessage => {
    const time = cycle_time === undefined ? {} : { cycle_time }
    return { type: 'cycle', ...time, ...(count === undefined ? {} : { count }), ...more }
  })

const message: fc.Arbitrary<DeviceMessage> = fc.oneof(
  { weight: 6, arbitrary: cycle },
  { weight: 5, arbitrary: fc.constantFrom('running', 'down').map((status) => ({ type: 'status', status })) },
  { weight: 2, arbitrary: fc.boolean().map((on) => ({ type: 'power', on })) },
  { weight: 3, arbitrary: reading.map((more) => ({ type: 'tlm', ...more })) },
  { weight: 3, arbitrary: fc.constant({ type: 'ping' }) },
  // `sinceMin` becomes minutes before the event when it is sent.
  { weight: 3, arbitrary: fc.constantFrom(5, 15, 60, 90).map((sinceMin) => ({ type: 'ping', sinceMin })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('24v0', '24v0', '24v1', '120v0'), fc.constantFrom(0, 1))
      .map(([input, value]) => ({ type: 'input', input, value })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<DeviceMessage>(
      { type: 'cycle', count: -1 },
      { type: 'status', status: 'idle' },
      { type: 'unheard-of' },
    ),
  },
  // A burst of cycles, one each minute: enough to compute T and outliers.
  { weight: 1, arbitrary: fc.constantFrom(8, 24, 30).map((burst) => ({ type: 'cycle', cycle_time: 60, burst })) },
)

const drafts = fc.array(fc.record({ gapMs, message }), { minLength: 1, maxLength: 10 })
const say = fc.record({
  kind: fc.constant('say' as const),
  device,
  atMin: fc.oneof(
    fc.integer({ min: -8, max: 12 }).map((n) => n * 8),
    fc.integer({ min: -70, max: 105 }),
  ),
  drafts,
  isRepeated: fc.constantFrom(false, false, false, true),
})
const primary = fc.constantFrom(true, true, false)
const add = fc.record({ kind: fc.constant('add' as const), machine, primary, backMin, setup })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: say },
  { weight: 5, arbitrary: add },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('put' as const), device, machine, primary, backMin }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'deactivate' as const), device }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('activate' as const, 'role' as const), device, primary }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('setup' as const), device, setup }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('maximum' as const),
      machine,
      seconds: fc.constantFrom(60, 300, 700, 900, null, null),
      backMin,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('source' as const),
      machine,
      source: fc.constantFrom('inputs' as const, 'cycles' as const, 'status' as const, null),
      backMin,
    }),
  },
)

/**
 * Generator of random stories with 1 or 2 machines and up to 12 steps. The first step adds a device to the first machine, mostly
 * as primary.
 */
export const deviceStories: fc.Arbitrary<DeviceStory> = fc
  .record({
    machines: fc.constantFrom(1, 2),
    seed: fc.nat(1_000_000),
    first: fc.record({ backMin, setup, primary: fc.constantFrom(true, true, true, false) }),
    rest: fc.array(step, { minLength: 1, maxLength: TICKS - 1, size: 'max' }),
  })
  .map(({ machines, seed, first, rest }) => ({
    ...{ machines, seed },
    steps: [{ kind: 'add' as const, machine: 0, ...first }, ...rest],
  }))

/**
 * Returns the events of a step with their times `t` in ms after the begin of the story. A draft with `burst` becomes that many
 * events, one each minute; no event is later than `LAST_EVENT_MS`.
 */
export function eventsOf({ atMin, drafts: all }: SayStep): (DeviceMessage & { readonly t: number })[] {
  let t = atMin * MINUTE_MS
  const clip = (at: number) => Math.min(at, LAST_EVENT_MS)
  return all.flatMap(({ gapMs: gap, message: { burst = 1, sinceMin, ...fields } }) => {
    return Array.from({ length: Number(burst) }, (_, i) => {
      t += i === 0 ? gap : MINUTE_MS
      const since = sinceMin === undefined ? {} : { since: clip(t) - Number(sinceMin) * MINUTE_MS }
      return { t: clip(t), ...fields, ...since }
    })
  })
}
