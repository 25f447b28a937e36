import { MINUTE_MS } from '@millwatch/domain/time'
import { foundCompany } from '@millwatch/lab/product/company'
import { Product } from '@millwatch/lab/product/product'
import type { Measurement } from '../lib/bench.ts'
import { MemorySamples } from '../lib/footprint.ts'
import { Service } from '../lib/service.ts'
import { describe } from './p1.ts'

const MACHINES = 10_000
const EVENTS_PER_S = 1000
const BARE_MS = MINUTE_MS
const SAMPLE_MS = 2000

/**
 * P10: memory of the server process and its growth, with 10,000 connected machines that send 1,000 events a second in total,
 * beside the broker alone. One run.
 */
export const p10: Measurement = async (bench) => {
  const product = await Product.make()
  try {
    await product.start()
    const company = await foundCompany(product)
    bench.say(`P10 making ${MACHINES} machines`)
    const machines = await company.machines(MACHINES)
    const devices = machines.map(({ uuid, key }) => ({ uuid, key }))
    const send = (port: number, runMs: number) =>
      bench.load.run({ kind: 'fixed-rate', port, devices, eventsPerS: EVENTS_PER_S, runMs })
    const broker = await Service.start<{ mqtt: number }>('bare-broker.ts')
    const alone = new MemorySamples(broker.pid, SAMPLE_MS)
    await send(broker.ports.mqtt, BARE_MS)
    alone.stop()
    broker.close()
    bench.say(`P10 broker alone: ${alone.mostMb.toFixed(0)} MB`)

    if (product.pid === undefined) throw new Error('The server does not run')
    const samples = new MemorySamples(product.pid, SAMPLE_MS)
    const result = await send(product.mqttPort, bench.minutes * MINUTE_MS)
    samples.stop()
    bench.say(`P10 ${bench.minutes} minutes: ${describe(result)}; ${samples.mostMb.toFixed(0)} MB at most`)
    if (result.failed > 0) throw new Error(`${result.failed} messages were not acknowledged`)
    const name = `P10 memory, 10,000 machines, ${bench.minutes} min`
    return [
      {
        name: `${name}, 1 run`,
        unit: 'MB',
        ours: [samples.mostMb],
        yardstick: [alone.mostMb],
        against: 'aedes alone with the same connections, one minute, 1 run',
        goal: { atMost: 600 },
      },
      {
        name: 'P10 its growth over the second half, 1 run',
        unit: 'MB',
        ours: [samples.growthMb],
        yardstick: [],
        against: 'nothing: the slope of the straight line through what was sampled every 2 s',
        goal: { atMost: 30 },
      },
    ]
  } finally {
    await product.discard()
  }
}
