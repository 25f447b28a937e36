import type { Measurement } from '../lib/bench.ts'
import { Service } from '../lib/service.ts'
import { describe } from './p1.ts'

const WARM_UP_MS = 2000
const RUN_MS = 6000

/**
 * P2: messages per second over MQTT with one event each, from a thousand connections with one message in flight each, beside the
 * broker alone.
 */
export const p2: Measurement = async (bench) => {
  const { product, machines } = await bench.installation()
  const broker = await Service.start<{ mqtt: number }>('bare-broker.ts')
  const devices = machines.map(({ uuid, key }) => ({ uuid, key }))
  const flood = async (port: number) => {
    const result = await bench.load.run({
      kind: 'flood',
      over: 'mqtt',
      port,
      devices,
      eventsPerMessage: 1,
      warmUpMs: WARM_UP_MS,
      runMs: RUN_MS,
    })
    return { result, perS: (result.events / result.ms) * 1000 }
  }
  const ours: number[] = []
  const yardstick: number[] = []
  for (let run = 1; run <= bench.runs; run++) {
    const mine = await flood(product.mqttPort)
    ours.push(mine.perS)
    bench.say(`P2 run ${run}: ${describe(mine.result)}`)
    const alone = await flood(broker.ports.mqtt)
    yardstick.push(alone.perS)
    bench.say(`P2 broker alone, run ${run}: ${describe(alone.result)}`)
  }
  broker.close()
  return [
    {
      name: 'P2 ingest over MQTT, 1 event each',
      unit: 'msg/s',
      ours,
      yardstick,
      against: 'aedes alone doing nothing, same load process',
      goal: { ratioAtLeast: 0.35 },
    },
  ]
}
