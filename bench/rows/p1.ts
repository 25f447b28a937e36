import type { Bench, Measurement } from '../lib/bench.ts'
import type { LoadResult } from '../lib/orders.ts'
import { BareInsert } from '../yardsticks/bare-insert.ts'

const WARM_UP_MS = 2000
const RUN_MS = 8000
const BARE_MS = 4000
const EVENTS_PER_MESSAGE = 50

/**
 * P1: events per second in messages of fifty from a thousand machines, over HTTP and MQTT, beside bare inserts. Status is
 * computed and all is stored durably before each acknowledgement.
 */
export const p1: Measurement = async (bench) => {
  const { product } = await bench.installation()
  const bare = await BareInsert.open(product.databaseUrl)
  const figures = { http: [] as number[], mqtt: [] as number[], bare: [] as number[] }
  await bare.run(WARM_UP_MS)
  for (let run = 1; run <= bench.runs; run++) {
    for (const over of ['http', 'mqtt'] as const) {
      const result = await flood(bench, over)
      figures[over].push((result.events / result.ms) * 1000)
      bench.say(`P1 ${over} run ${run}: ${describe(result)}`)
    }
    figures.bare.push(await bare.run(BARE_MS))
    bench.say(`P1 bare run ${run}: ${Math.round(figures.bare.at(-1) ?? 0)} rows/s`)
  }
  await bare.close()
  return (['http', 'mqtt'] as const).map((over) => ({
    name: `P1 ingest over ${over.toUpperCase()}, 50 events each`,
    unit: 'events/s',
    ours: figures[over],
    yardstick: figures.bare,
    against: 'pg inserting the same rows bare, unnest of 1,000',
    goal: { ratioAtLeast: 0.8 },
  }))
}

async function flood(bench: Bench, over: 'http' | 'mqtt'): Promise<LoadResult> {
  const { product, machines } = await bench.installation()
  return bench.load.run({
    kind: 'flood',
    over,
    port: over === 'http' ? product.port : product.mqttPort,
    devices: machines.map(({ uuid, key }) => ({ uuid, key })),
    eventsPerMessage: EVENTS_PER_MESSAGE,
    warmUpMs: WARM_UP_MS,
    runMs: RUN_MS,
  })
}

export function describe({ events, ms, p50Ms, p99Ms, failed }: LoadResult): string {
  const rate = Math.round((events / ms) * 1000)
  return `${rate} events/s, acknowledged in p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, ${failed} failed`
}
