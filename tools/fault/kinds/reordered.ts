import type { DeviceEvent } from '@millwatch/contract/devices'
import { randomFrom, seedOf, shuffled } from '@millwatch/simulator/base/random'
import type { Asked, Done, FaultKind } from '../base/kind.ts'
import { Ledger } from '../base/ledger.ts'
import { type FaultMachine, makePlant } from '../base/plant.ts'
import { batchesOf, type Delivery, deliver, historyOf } from '../base/replay.ts'
import { ending, Finding, Site } from '../base/site.ts'
import { readStored } from '../base/stored.ts'
import { compared } from '../base/verify.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MILLION = 1_000_000
const BATCH = 400
const OF_MACHINE = 4000
const MOST_TIMES = 10
const MEAN_TIMES = 5.5

/** F16: each event is delivered one to ten times, over both transports, across reconnects and servers; counted are deliveries. */
export const duplicates: FaultKind = { name: 'F16 duplicates', of: 10 * MILLION, step: 200_000, run: duplicating }

/** F17: what devices say arrives in another order; the further back a window reaches, the more is told again. */
export const outOfOrder: readonly FaultKind[] = (
  [
    ['0 s', 0, 3 * DAY_MS],
    ['1 min', 60_000, 3 * DAY_MS],
    ['24 h', DAY_MS, 10 * DAY_MS],
    ['90 days', 90 * DAY_MS, 90 * DAY_MS],
  ] as const
).map(([name, windowMs, spanMs]) => ({
  name: `F17 window ${name}`,
  of: MILLION,
  step: 50_000,
  run: (asked) => reordering(windowMs, spanMs, asked),
}))

type Batches = (machine: FaultMachine, events: readonly DeviceEvent[], seed: number) => Delivery['batches']

function duplicating({ count, seed }: Asked): Promise<Done> {
  return onTwoServers({ events: Math.round(count / MEAN_TIMES), spanMs: 3 * DAY_MS, seed }, (_, events, ownSeed) => {
    const random = randomFrom(ownSeed)
    const again = batchesOf(events, BATCH).flatMap((batch) =>
      Array.from({ length: 1 + Math.floor(random() * MOST_TIMES) }, () => batch),
    )
    return shuffled(again, ownSeed)
  })
}

function reordering(windowMs: number, spanMs: number, { count, seed }: Asked): Promise<Done> {
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

/** Machines with a history are replayed to two servers; then nothing may be missing, twice, or told in another way. */
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
        const said = historyOf(machine, { from: now - spanMs, to: now - HOUR_MS, events: share, seed: ownSeed })
        return { ledger: new Ledger(machine), batches: batches(machine, said, ownSeed) }
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

/** Every delivery that was acknowledged is in the accounts. */
async function accountsHold(databaseUrl: string, ledgers: readonly Ledger[], delivered: number): Promise<void> {
  const stored = await readStored(
    databaseUrl,
    ledgers.map(({ machine }) => machine.deviceId),
  )
  const received = [...stored.values()].reduce((sum, { tally }) => sum + tally.received, 0)
  if (received < delivered)
    throw new Finding(`${delivered} events were delivered and acknowledged, ${received} received`)
}
