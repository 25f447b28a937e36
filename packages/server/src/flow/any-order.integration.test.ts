import type { DeviceEvent, EnvelopeShape } from '@millwatch/contract/devices'
import { type Interval, initialStatusState, intervalsOf, tell } from '@millwatch/domain/status'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judge } from '../modules/ingest/index.ts'
import { FlowBench } from '../testing/flow.ts'
import type { Flow } from './index.ts'
import { inOrder, signalsOf } from './machine-events.ts'

const NOW = 1_790_000_000_000
const HOUR = 3_600_000
/** Some events come a little before their time. */
const AHEAD = 280_000

/** A seeded generator: a failing case is named by its seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function randomEvents(random: () => number, count: number, status: boolean): DeviceEvent[] {
  let t = NOW + AHEAD - Math.min(5 * HOUR, count * 75_000)
  return Array.from({ length: count }, (): DeviceEvent => {
    const step = random()
    t = Math.min(
      NOW + AHEAD,
      t + (step < 0.15 ? 0 : step < 0.9 ? Math.floor(random() * 90_000) : Math.floor(random() * 1_500_000)),
    )
    const kind = random()
    if (kind < 0.5) return { t, type: 'cycle', cycle_time: Math.floor(random() * 400), count: random() < 0.1 ? 5 : 1 }
    if (kind < 0.65) return { t, type: 'tlm', temperature_1: Math.floor(random() * 50) }
    if (kind < 0.75 && status) return { t, type: 'status', status: random() < 0.5 ? 'running' : 'down' }
    if (kind < 0.85) return { t, type: 'power', on: random() < 0.5 }
    if (kind < 0.9) return { t, type: 'ping', since: t - Math.floor(random() * 3 * HOUR) }
    return { t, type: 'ping' }
  })
}

/** Batches of neighbours, of strangers, of one. */
function randomBatches(random: () => number, events: readonly DeviceEvent[]): EnvelopeShape[] {
  const batches: EnvelopeShape[] = []
  for (let next = 0; next < events.length; ) {
    const size = 1 + Math.floor(random() * 8)
    batches.push({ batch_id: `b-${batches.length}`, events: events.slice(next, next + size) })
    next += size
  }
  return batches
}

function shuffled<Item>(random: () => number, items: readonly Item[]): Item[] {
  const copy = [...items]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[copy[i], copy[j]] = [copy[j] as Item, copy[i] as Item]
  }
  return copy
}

/** What the batches say, told once, in order, in memory. */
function toldAtOnce(batches: readonly EnvelopeShape[], now: number): Interval[] {
  const events = batches.flatMap((envelope) => {
    const batch = judge({ deviceId: 1, envelope, receivedAt: NOW, ip: null })
    return batch.events
      .filter((event) => event.occurredAt <= now)
      .flatMap((event) => signalsOf({ ...event, at: event.occurredAt, batchId: batch.batchId }, null))
  })
  return intervalsOf(tell({ state: initialStatusState(), events: inOrder(events), now }))
}

let bench: FlowBench
let other: Flow
beforeAll(async () => {
  bench = await FlowBench.open(NOW, { checkpointEvery: 6, pageEvents: 10 })
  other = bench.anotherServer()
})
afterAll(() => bench.close())

describe('The flow tells the same, whatever the order of arrival', () => {
  const cases = Array.from({ length: Number(process.env.FLOW_CASES ?? 24) }, (_, i) => i + 1)
  test.each(cases)(
    'of batches shuffled, sent twice, over two servers, while the clock goes on (seed %i)',
    async (seed) => {
      const random = randomFrom(seed)
      bench.clock.set(NOW)
      const machine = await bench.machine()
      const device = await bench.device(machine)
      const batches = randomBatches(random, randomEvents(random, seed % 3 === 0 ? 900 : 60, seed % 2 === 0))
      const arrivals = shuffled(random, [...batches, ...batches])
      const totals = { accepted: 0, duplicates: 0, quarantined: 0 }
      for (let next = 0; next < arrivals.length; ) {
        const together = arrivals.slice(next, next + 1 + Math.floor(random() * 4))
        next += together.length
        const flow = random() < 0.5 ? bench.flow : other
        for (const receipt of await Promise.all(together.map((batch) => bench.send(device, batch, flow)))) {
          totals.accepted += receipt.accepted
          totals.duplicates += receipt.duplicates
          totals.quarantined += receipt.quarantined
        }
        if (random() < 0.2) bench.clock.advance(Math.floor(random() * 200_000))
        if (random() < 0.2) await flow.ensureTold(bench.companyId, [machine])
      }
      bench.clock.advance(700_000)
      await bench.flow.ensureTold(bench.companyId, [machine])
      expect(await bench.intervals(machine)).toEqual(toldAtOnce(batches, bench.clock.now()))
      const unique = batches.reduce((sum, batch) => sum + batch.events.length, 0)
      expect(totals).toEqual({ accepted: unique, duplicates: unique, quarantined: 0 })
      const [tally] = await bench.query(
        'select received::int, accepted::int, duplicates::int, quarantined::int from device_tally where device_id = $1',
        [device.deviceId],
      )
      expect(tally).toEqual({ received: 2 * unique, ...totals })
    },
  )
})
