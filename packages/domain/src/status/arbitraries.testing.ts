import fc from 'fast-check'
import { compareEvents } from '../telemetry/index.ts'
import {
  DEFAULT_MAXIMUM_CYCLE_MS,
  defaultStatusSettings,
  type MachineEvent,
  OFFLINE_LIMIT_MS,
  type StatusSettings,
} from './index.ts'

const MINUTE_MS = 60_000

/** A stretch of time of every size that matters: none, a moment, and about T and the offline limit, to the ms. */
const stretchMs = fc.oneof(
  fc.constantFrom(0, 0, 1, MINUTE_MS),
  fc.integer({ min: 0, max: 20 * MINUTE_MS }),
  fc
    .tuple(
      fc.constantFrom(DEFAULT_MAXIMUM_CYCLE_MS, OFFLINE_LIMIT_MS, 2 * OFFLINE_LIMIT_MS),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([ms, off]) => ms + off),
)

const cycle = fc.record({
  kind: fc.constant('cycle' as const),
  cycleMs: fc.option(stretchMs, { freq: 5 }),
  count: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 20 }) }),
})

/** A signal, yet without its instant: a stretch of being alive is told by its length. */
const signal = fc.oneof(
  { weight: 6, arbitrary: cycle },
  { weight: 4, arbitrary: fc.constant({ kind: 'evidence' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('power' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('status' as const), running: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('alive' as const), forMs: stretchMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('primary' as const, 'no_primary' as const) }) },
)

/** Events of a machine in order, with many at equal instants; what was heard of them is known by the last one's time. */
export const orderedEvents: fc.Arbitrary<MachineEvent[]> = fc
  .array(fc.tuple(stretchMs, signal), { minLength: 1, maxLength: 40 })
  .map((steps) => {
    let at = 1_000_000_000_000
    const events = steps.map(([afterMs, said], position): MachineEvent => {
      at += afterMs
      const batchId = said.kind === 'primary' || said.kind === 'no_primary' ? '' : 'b'
      if (said.kind !== 'alive') return { at, batchId, position, signal: said }
      return { at, batchId, position, signal: { kind: 'alive', until: at + said.forMs } }
    })
    return events
      .map((event) =>
        event.signal.kind === 'alive' && event.signal.until > at ? { ...event, signal: alive(at) } : event,
      )
      .sort(compareEvents)
  })

const alive = (until: number): MachineEvent['signal'] => ({ kind: 'alive', until })

/** Settings that change while the events happen, computed at times. */
export const changingSettings: fc.Arbitrary<StatusSettings> = fc
  .array(
    fc.tuple(fc.integer({ min: 0, max: 240 }), fc.option(fc.constantFrom(MINUTE_MS, 300_000, 900_000, 3_600_000))),
    {
      maxLength: 3,
    },
  )
  .map((entries) => ({
    ...defaultStatusSettings,
    maximumCycle: entries
      .map(([minutes, ms]) => ({ from: 1_000_000_000_000 + minutes * MINUTE_MS, ms }))
      .sort((a, b) => a.from - b.from),
  }))
