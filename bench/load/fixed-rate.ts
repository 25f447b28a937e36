import { MqttDevice } from '@millwatch/lab/product/mqtt-device'
import { quantile } from '../lib/figures.ts'
import type { LoadResult, Order } from '../lib/orders.ts'

type FixedRate = Extract<Order, { kind: 'fixed-rate' }>

const TURN_MS = 2
let run = 0

/**
 * Sends one cycle per message at a fixed rate for `runMs`, by the devices in turn: a due message is sent even if earlier ones are
 * not acknowledged. Waits for all acknowledgements and returns the result.
 */
export async function sendAtFixedRate(order: FixedRate): Promise<LoadResult> {
  run++
  const connections: MqttDevice[] = []
  for (const device of order.devices) connections.push(await MqttDevice.connect(order.port, device))
  const latencies: number[] = []
  const pending: Promise<void>[] = []
  let sent = 0
  let failed = 0
  const began = performance.now()
  const sendNext = () => {
    const connection = connections[sent % connections.length] as MqttDevice
    const t = Date.now()
    const event = { t, type: 'cycle', cycle_time: 0.2, temperature_1: 40 + (sent % 50) / 10, analog_in_1: 512 }
    const message = Buffer.from(JSON.stringify({ batch_id: `p-${began}-${run}-${sent}`, sent_at: t, events: [event] }))
    sent++
    const at = performance.now()
    pending.push(
      connection.publish(message).then(
        () => void latencies.push(performance.now() - at),
        () => void failed++,
      ),
    )
  }
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsedMs = performance.now() - began
      if (elapsedMs >= order.runMs) {
        clearInterval(timer)
        resolve()
      }
      while (sent < (Math.min(elapsedMs, order.runMs) * order.eventsPerS) / 1000) sendNext()
    }, TURN_MS)
  })
  await Promise.all(pending)
  for (const connection of connections) connection.close()
  return {
    events: latencies.length,
    allEvents: latencies.length,
    ms: order.runMs,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    failed,
  }
}
