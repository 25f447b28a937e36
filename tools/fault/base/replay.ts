import type { DeviceEvent, EnvelopeShape } from '@millwatch/contract/devices'
import { FaultFinding } from '@millwatch/lab/load/finding'
import type { Ledger } from '@millwatch/lab/load/ledger'
import type { FaultMachine } from '@millwatch/lab/load/plant'
import { type Attempt, Transport } from '@millwatch/lab/load/transport'
import type { Product } from '@millwatch/lab/product/product'
import { type Random, randomFrom, seedOf } from '@millwatch/simulator/base/random'
import type { Site } from './site.ts'

export interface HistoryOptions {
  readonly from: number
  readonly to: number
  readonly events: number
  readonly seed: number
}

const BLOCK = 60
const SHORTEST_GAP_MS = 20_000
const LONGEST_GAP_MS = 150_000

/**
 * Returns `events` random events of a machine from `from` to `to` (epoch ms), ascending: blocks of up to 60 events, 20 to 150 s
 * apart, with long silences between blocks. The same seed gives the same events.
 */
export function historyOf({ speech }: FaultMachine, { from, to, events, seed }: HistoryOptions): DeviceEvent[] {
  const random = randomFrom(seed)
  const blocks = Math.ceil(events / BLOCK)
  const history: DeviceEvent[] = []
  for (let block = 0; block < blocks; block++) {
    let t = from + Math.floor(((to - from) * block) / blocks)
    const until = from + Math.floor(((to - from) * (block + 1)) / blocks)
    for (let i = 0; i < BLOCK && history.length < events; i++) {
      t = Math.min(until, t + Math.floor(SHORTEST_GAP_MS + random() ** 3 * (LONGEST_GAP_MS - SHORTEST_GAP_MS)))
      history.push(eventAt(t, speech, random))
    }
  }
  return history
}

function eventAt(t: number, speech: FaultMachine['speech'], random: Random): DeviceEvent {
  const kind = random()
  if (kind < 0.05) return { t, type: 'ping' }
  if (kind < 0.15) return { t, type: 'tlm', temperature_1: Math.round(random() * 900) / 10, analog_in_1: 500 }
  if (kind < 0.16) return { t, type: 'power', on: random() < 0.6 }
  if (speech === 'status' && kind < 0.4) return { t, type: 'status', status: random() < 0.6 ? 'running' : 'down' }
  if (speech === 'input' && kind < 0.6) return { t, type: 'input', input: '24v0', value: random() < 0.6 ? 1 : 0 }
  if (kind < 0.65) return { t, type: 'cycle', count: 1 + Math.floor(random() * 5), cycle_time: 4.25 }
  return { t, type: 'cycle', cycle_time: Math.round(random() * 90_000) / 1000, temperature_1: 41.5 }
}

/**
 * Returns events in batches of `size`, in the given order; the last batch may be smaller. The batch ids are `r-0`, `r-1` and so
 * on; `prefix` replaces the `r`. No event gives no batch.
 */
export function batchesOf(events: readonly DeviceEvent[], size: number, prefix = 'r'): EnvelopeShape[] {
  return Array.from({ length: Math.ceil(events.length / size) }, (_, i) => ({
    batch_id: `${prefix}-${i}`,
    events: events.slice(i * size, (i + 1) * size),
  }))
}

/** Batches that a device delivers, in this order, and its ledger. A batch may occur several times. */
export interface Delivery {
  readonly ledger: Ledger
  readonly batches: readonly EnvelopeShape[]
}

const AT_ONCE = 12
const RETRIES = 200
const RETRY_MS = 150
const RECONNECTS = 0.05

/**
 * Delivers all batches, up to 12 devices at once, over HTTP and MQTT to random servers of a site, and repeats each until it is
 * acknowledged. Returns the number of delivered events, repeated batches included; throws a `FaultFinding` after 200 attempts for
 * a batch.
 */
export async function deliver(site: Site, deliveries: readonly Delivery[], seed: number): Promise<number> {
  let events = 0
  let next = 0
  const work = async () => {
    while (next < deliveries.length) {
      const index = next++
      const delivery = deliveries[index] as Delivery
      const delivered = await deliverOne(site.servers, delivery, randomFrom(seedOf(seed, 'way', index)))
      events += delivered
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return events
}

async function deliverOne(servers: readonly Product[], { ledger, batches }: Delivery, random: Random): Promise<number> {
  let transport = new Transport(ledger.machine)
  let events = 0
  try {
    for (const envelope of batches) {
      const entry = ledger.entries.get(envelope.batch_id) ?? ledger.begin(envelope)
      if (random() < RECONNECTS) {
        transport.close()
        transport = new Transport(ledger.machine)
      }
      await insist(() => attempt(servers, transport, envelope, random))
      ledger.acknowledge(entry)
      events += envelope.events.length
    }
  } finally {
    transport.close()
  }
  return events
}

function attempt(servers: readonly Product[], transport: Transport, envelope: EnvelopeShape, random: Random) {
  const product = servers[Math.floor(random() * servers.length)] as Product
  const message = JSON.stringify(envelope)
  return random() < 0.5
    ? transport.overHttp(product, message, envelope.events.length)
    : transport.overMqtt(product, message)
}

async function insist(work: () => Promise<Attempt>): Promise<void> {
  for (let tries = 0; tries < RETRIES; tries++) {
    if ((await work()) === 'acknowledged') return
    await new Promise((goOn) => setTimeout(goOn, RETRY_MS))
  }
  throw new FaultFinding('A message was not acknowledged, however often it was sent')
}
