import { DAY_MS } from '@millwatch/domain/time'
import { MqttDevice } from '@millwatch/lab/product/mqtt-device'
import { quantile } from '../lib/figures.ts'
import type { LoadDevice, LoadResult, Order } from '../lib/orders.ts'
import { eventAt, MachineTalk } from './events.ts'
import { post } from './http-device.ts'

type Flood = Extract<Order, { kind: 'flood' }>

/** Start of the events, in days before now, which is so early that no run of a benchmark reaches the present. */
const PAST_DAYS = 20
const PAUSE_AFTER_FAILURE_MS = 100

/** State of each device, by uuid, with which a later flood continues where the last one ended. */
const talks = new Map<string, { talk: MachineTalk; batches: number; past: number }>()

function talkOf(uuid: string) {
  let device = talks.get(uuid)
  if (device === undefined) {
    const past = Date.now() - PAST_DAYS * DAY_MS
    device = { talk: new MachineTalk(past), batches: 0, past }
    talks.set(uuid, device)
  }
  return device
}

function nextMessage(uuid: string, events: number): Buffer {
  const device = talkOf(uuid)
  const sentAt = Date.now()
  const content = events === 1 ? [eventAt(sentAt, device.batches)] : device.talk.next(events)
  return Buffer.from(
    JSON.stringify({ batch_id: `b-${device.past}-${device.batches++}`, sent_at: sentAt, events: content }),
  )
}

type Send = (message: Buffer) => Promise<boolean>

async function connect(order: Flood, device: LoadDevice): Promise<{ send: Send; close: () => void }> {
  if (order.over === 'http') {
    return { send: async (message) => (await post(order.port, device, message)) === 200, close: () => undefined }
  }
  const connection = await MqttDevice.connect(order.port, device)
  const send: Send = (message) =>
    connection.publish(message).then(
      () => true,
      () => false,
    )
  return { send, close: () => connection.close() }
}

/**
 * Lets every device send a message, wait for the acknowledgement, and repeat, for the warm-up and the run. Returns the figures of
 * the messages that ended within the run.
 */
export async function flood(order: Flood): Promise<LoadResult> {
  const connections: { device: LoadDevice; send: Send; close: () => void }[] = []
  for (const device of order.devices) connections.push({ device, ...(await connect(order, device)) })
  const latencies: number[] = []
  let failed = 0
  let taken = 0
  const from = performance.now() + order.warmUpMs
  const to = from + order.runMs
  await Promise.all(
    connections.map(async ({ device, send }) => {
      for (let began = performance.now(); began < to; began = performance.now()) {
        const isTaken = await send(nextMessage(device.uuid, order.eventsPerMessage))
        const ended = performance.now()
        if (isTaken) taken++
        if (ended < from || ended > to) continue
        if (isTaken) latencies.push(ended - began)
        else {
          failed++
          await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS))
        }
      }
    }),
  )
  for (const { close } of connections) close()
  return {
    events: latencies.length * order.eventsPerMessage,
    allEvents: taken * order.eventsPerMessage,
    ms: order.runMs,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    failed,
  }
}
