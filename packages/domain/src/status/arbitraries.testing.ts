import fc from 'fast-check'
import { PULSED } from '../devices/index.ts'
import { compareEvents } from '../telemetry/index.ts'
import { MINUTE_MS } from '../time/index.ts'
import { DEFAULT_MAXIMUM_CYCLE_MS, type MachineEvent, OFFLINE_LIMIT_MS, type StatusSettings } from './index.ts'

/** Lengths of every size that matters: none, a moment, and values near T and the offline limit, to the ms. */
const lengthMs = fc.oneof(
  fc.constantFrom(0, 0, 1, MINUTE_MS),
  fc.integer({ min: 0, max: 20 * MINUTE_MS }),
  fc
    .tuple(
      fc.constantFrom(DEFAULT_MAXIMUM_CYCLE_MS, OFFLINE_LIMIT_MS, 2 * OFFLINE_LIMIT_MS),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([ms, off]) => ms + off),
)

const anyInput = fc.constantFrom('24v0', '24v1', '120v0')
const anyLevel = fc.constantFrom(0 as const, 1 as const)

const cycle = fc.record({
  kind: fc.constant('cycle' as const),
  cycleMs: fc.option(lengthMs, { freq: 5 }),
  count: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 20 }) }),
})

/** A signal without its instant; evidence for a time span is given by its length. */
const signal = fc.oneof(
  { weight: 6, arbitrary: cycle },
  { weight: 4, arbitrary: fc.constant({ kind: 'evidence' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('power' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('status' as const), running: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('alive' as const), forMs: lengthMs }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('input' as const), input: anyInput, level: anyLevel }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('primary' as const, 'no_primary' as const) }) },
)

/** Events of a machine in order, many of them at equal instants; every one is known by the time of the last. */
export const orderedEvents: fc.Arbitrary<MachineEvent[]> = fc
  .array(fc.tuple(lengthMs, signal), { minLength: 1, maxLength: 40 })
  .map((steps) => {
    let at = START_AT
    const events = steps.map(([afterMs, draft], position): MachineEvent => {
      at += afterMs
      const batchId = draft.kind === 'primary' || draft.kind === 'no_primary' ? '' : 'b'
      if (draft.kind !== 'alive') return { at, batchId, position, signal: draft }
      return { at, batchId, position, signal: { kind: 'alive', until: at + draft.forMs } }
    })
    return events
      .map((event) =>
        event.signal.kind === 'alive' && event.signal.until > at ? { ...event, signal: alive(at) } : event,
      )
      .sort(compareEvents)
  })

const alive = (until: number): MachineEvent['signal'] => ({ kind: 'alive', until })

const START_AT = 1_000_000_000_000
const from = fc.integer({ min: 0, max: 240 }).map((minutes) => START_AT + minutes * MINUTE_MS)

const expression = fc.oneof(
  anyInput,
  fc.dictionary(anyInput, anyLevel, { minKeys: 1, maxKeys: 2 }),
  fc.array(anyInput, { minLength: 1, maxLength: 2 }),
)
const filters = fc.dictionary(
  anyInput,
  fc.record({ duration: fc.constantFrom(9000, MINUTE_MS, 300_000), value: fc.constantFrom(1, 0, -1) }),
)
/** Any input set-up, also a pulsed one or none. */
const inputSetups = fc.option(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record(
        { running: fc.record({ inputs: expression, filters }), down: fc.record({ inputs: expression }) },
        { requiredKeys: ['running'] },
      ),
    },
    { weight: 1, arbitrary: fc.constant({ down: { function: PULSED } }) },
  ),
)

const over = <Value>(value: fc.Arbitrary<Value>) =>
  fc
    .array(fc.tuple(from, value), { maxLength: 3 })
    .map((entries) => entries.map(([from, value]) => ({ from, value })).sort((a, b) => a.from - b.from))

/** Settings that change during the events: T, sometimes computed; set-ups; the source that an admin fixed. */
export const changingSettings: fc.Arbitrary<StatusSettings> = fc
  .tuple(
    over(fc.option(fc.constantFrom(MINUTE_MS, 300_000, 900_000, 3_600_000))),
    over(inputSetups),
    over(fc.option(fc.constantFrom('inputs' as const, 'cycles' as const, 'status' as const))),
  )
  .map(([maximumCycle, inputSetup, source]) => ({
    maximumCycle: maximumCycle.map(({ from, value }) => ({ from, ms: value })),
    inputSetup: inputSetup.map(({ from, value }) => ({ from, setup: value })),
    source: source.map(({ from, value }) => ({ from, source: value })),
  }))
