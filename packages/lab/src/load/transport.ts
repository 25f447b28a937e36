import { MqttDevice } from '../product/mqtt-device.ts'
import type { Product } from '../product/product.ts'
import { FaultFinding } from './finding.ts'

/**
 * Result of an attempt to deliver a message: `acknowledged`, or `lost` if no acknowledgement came, so that the message may be
 * stored or not.
 */
export type Attempt = 'acknowledged' | 'lost'

export interface Receipt {
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
}

const ANSWER_WITHIN_MS = 15_000

/**
 * Connections of a device to any of several servers, over HTTP and MQTT. An attempt is `lost` if the server does not answer
 * within 15 s (over MQTT within 15 s of the connection, which may itself take 60 s), refuses for the moment or closes the
 * connection. Over HTTP, other answers and receipts for another number of events throw a `FaultFinding`.
 */
export class Transport {
  readonly #devices = new Map<Product, MqttDevice>()
  readonly #credentials: { uuid: string; key: string }

  constructor(credentials: { uuid: string; key: string }) {
    this.#credentials = credentials
  }

  async overHttp(product: Product, message: string, events: number): Promise<Attempt> {
    const { uuid, key } = this.#credentials
    const headers = { 'content-type': 'application/json', authorization: `Device ${uuid}:${key}` }
    let answer: Response
    let text: string
    try {
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
      answer = await fetch(`${product.url}/v0/ingest`, { method: 'POST', headers, body: message, signal })
      text = await answer.text()
    } catch {
      return 'lost'
    }
    if ([429, 500, 502, 503].includes(answer.status)) return 'lost'
    if (answer.status !== 200) throw new FaultFinding(`A message was answered ${answer.status}: ${text}`)
    const { accepted, duplicates, quarantined } = JSON.parse(text) as Receipt
    if (accepted + duplicates + quarantined !== events)
      throw new FaultFinding(`A receipt for ${events} events says ${text}`)
    return 'acknowledged'
  }

  async overMqtt(product: Product, message: string): Promise<Attempt> {
    let limit: NodeJS.Timeout | undefined
    try {
      let device = this.#devices.get(product)
      if (!device?.isOpen) {
        device = await MqttDevice.connect(product.mqttPort, this.#credentials)
        this.#devices.set(product, device)
      }
      limit = setTimeout(() => device.close(), ANSWER_WITHIN_MS)
      await device.publish(Buffer.from(message))
      return 'acknowledged'
    } catch {
      return 'lost'
    } finally {
      clearTimeout(limit)
    }
  }

  close(): void {
    for (const device of this.#devices.values()) device.close()
  }
}
