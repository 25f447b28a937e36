import type { DeviceEvent } from '@millwatch/contract/devices'
import { DAY_MS, HOUR_MS } from '@millwatch/domain/time'
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

const MILLION = 1_000_000
const BATCH = 400
/**
 * Smallest number of batches of a machine that are repeated. With fewer the number of deliveries would depend on chance too much.
 */
const LEAST_BATCHES = 20
const OF_MACHINE = 4000
const MOST_TIMES = 10
const MEAN_TIMES = 5.5

/**
 * Kind F16: each event is delivered 1 to 10 times, over HTTP and MQTT, across reconnects and servers, and must be stored once.
 * The count is that of deliveries.
 */
export const duplicates: FaultKind = {
  name: 'F16 duplicates',
  fullCount: 10 * MILLION,
  step: 200_000,
  run: duplicating,
}

/**
 * Kinds F17: events arrive in another order, each later by up to the length of the window. The longer the window, the more status
 * is recomputed; the result must be as in order.
 */
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
 * Delivers the history of machines to two servers in the batches that `batches` returns. Then no event may be missing or stored
 * twice, and the status must be as computed in order. Returns the number of delivered and of acknowledged events.
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

/**
 * Checks that the devices' counts of received events contain every acknowledged delivery. Throws a `FaultFinding` if they are
 * smaller.
 */
async function accountsHold(databaseUrl: string, ledgers: readonly Ledger[], delivered: number): Promise<void> {
  const stored = await readStored(
    databaseUrl,
    ledgers.map(({ machine }) => machine.deviceId),
  )
  const received = [...stored.values()].reduce((sum, { tally }) => sum + tally.received, 0)
  if (received < delivered)
    throw new FaultFinding(`${delivered} events were delivered and acknowledged, ${received} received`)
}
