import type { DeviceEvent } from '@millwatch/contract/devices'
import { FaultFinding } from '@millwatch/lab/load/finding'
import { Ledger } from '@millwatch/lab/load/ledger'
import { type FaultMachine, makePlant } from '@millwatch/lab/load/plant'
import { readStored } from '@millwatch/lab/load/stored'
import { compared } from '@millwatch/lab/load/verify'
import { ending } from '@millwatch/lab/product/ending'
import { randomFrom, seedOf, shuffled } from '@millwatch/simulator/base/random'
import type { Done, FaultKind, StepInput } from '../base/kind.ts'
import { batchesOf, type Delivery, deliver, historyOf } from '../base/replay.ts'
import { Site } from '../base/site.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MILLION = 1_000_000
const BATCH = 400
/** Least number of batches of a machine that are repeated: of few, the number of deliveries would be a matter of luck. */
const LEAST_BATCHES = 20
const OF_MACHINE = 4000
const MOST_TIMES = 10
const MEAN_TIMES = 5.5

/**
 * F16: each event is delivered one to ten times, over both transports, across reconnects and servers. The count is of
 * deliveries.
 */
export const duplicates: FaultKind = {
  name: 'F16 duplicates',
  fullCount: 10 * MILLION,
  step: 200_000,
  run: duplicating,
}

/** F17: events arrive in another order; the longer the window of reordering, the more status is recomputed. */
export const outOfOrder: readonly FaultKind[] = (
  [
    ['0 s', 0, 3 * DAY_MS],
    ['1 min', 60_000, 3 * DAY_MS],
    ['24 h', DAY_MS, 10 * DAY_MS],
    ['90 days', 90 * DAY_MS, 90 * DAY_MS],
  ] as const
).map(([name, windowMs, spanMs]) => ({
  name: `F17 window ${name}`,
  fullCount: MILLION,
  step: 50_000,
  run: (input) => reordering(windowMs, spanMs, input),
}))

type Batches = (machine: FaultMachine, events: readonly DeviceEvent[], seed: number) => Delivery['batches']

function duplicating({ count, seed }: StepInput): Promise<Done> {
  return onTwoServers({ events: Math.round(count / MEAN_TIMES), spanMs: 3 * DAY_MS, seed }, (_, events, ownSeed) => {
    const random = randomFrom(ownSeed)
    const length = Math.min(BATCH, Math.ceil(events.length / LEAST_BATCHES))
    const again = batchesOf(events, length).flatMap((batch) =>
      Array.from({ length: 1 + Math.floor(random() * MOST_TIMES) }, () => batch),
    )
    return shuffled(again, ownSeed)
  })
}

function reordering(windowMs: number, spanMs: number, { count, seed }: StepInput): Promise<Done> {
  return onTwoServers({ events: count, spanMs, seed }, (_, events, ownSeed) => {
    const random = randomFrom(ownSeed)
    const arrivals = events.map((event) => ({ event, at: event.t + random() * windowMs })).sort((a, b) => a.at - b.at)
    return batchesOf(
      arrivals.map(({ event }) => event),
      BATCH,
    )
  })
}

interface Size {
  readonly events: number
  readonly spanMs: number
  readonly seed: number
}

/**
 * Replays machines with a history to two servers; then no event may be missing or stored twice, and the status must be as
 * computed in order.
 */
async function onTwoServers({ events, spanMs, seed }: Size, batches: Batches): Promise<Done> {
  const site = await Site.open(2)
  return ending(
    () => site.close(),
    async () => {
      const now = Date.now()
      const machines = Math.max(1, Math.round(events / OF_MACHINE))
      const plant = await makePlant(site.company, { machines, from: now - spanMs + HOUR_MS })
      const deliveries = plant.map((machine, i): Delivery => {
        const ownSeed = seedOf(seed, i)
        const share = Math.ceil(events / machines)
        const history = historyOf(machine, { from: now - spanMs, to: now - HOUR_MS, events: share, seed: ownSeed })
        return { ledger: new Ledger(machine), batches: batches(machine, history, ownSeed) }
      })
      const delivered = await deliver(site, deliveries, seed)
      const ledgers = deliveries.map(({ ledger }) => ledger)
      await accountsHold(site.databaseUrl, ledgers, delivered)
      const acknowledged = await compared(site.company, site.databaseUrl, ledgers)
      await site.verify()
      return { count: delivered, acknowledged }
    },
  )
}

/** Checks that the counts of the devices contain every acknowledged delivery. */
async function accountsHold(databaseUrl: string, ledgers: readonly Ledger[], delivered: number): Promise<void> {
  const stored = await readStored(
    databaseUrl,
    ledgers.map(({ machine }) => machine.deviceId),
  )
  const received = [...stored.values()].reduce((sum, { tally }) => sum + tally.received, 0)
  if (received < delivered)
    throw new FaultFinding(`${delivered} events were delivered and acknowledged, ${received} received`)
}
