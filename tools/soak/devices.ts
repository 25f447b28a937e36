import { setTimeout as delay } from 'node:timers/promises'
import { MqttDevice } from '@millwatch/lab/product/mqtt-device'
import type { Product } from '@millwatch/lab/product/product'
import { quantile } from '../../bench/lib/figures.ts'
import { cutHttpConnections, post } from '../../bench/load/http-device.ts'
import { envelopeOf, type SoakMessage } from './messages.ts'
import { addMessage, noTotals, type PieceTotals, type Totals } from './totals.ts'

export interface Credentials {
  readonly uuid: string
  readonly key: string
}

/** Number of devices of which one sends over HTTP; the others send over MQTT. */
const HTTP_EACH = 5
const TURN_MS = 20
const ANSWER_WITHIN_MS = 30_000
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
/** Largest number of waiting messages that a device sends in a single batch. */
const MOST_TOGETHER = 100
const MOST_LATENCIES = 200_000

interface Sender {
  readonly index: number
  readonly credentials: Credentials
  readonly totals: Totals
  readonly waiting: SoakMessage[]
  next: number
  isSending: boolean
  connection: MqttDevice | undefined
}

/**
 * Devices of a piece of the run. Messages become due at a steady rate, one device after another, also while the server does not
 * answer. Each device sends its messages in order, one batch at a time, and repeats a batch until it is acknowledged; messages
 * that became due meanwhile then go into a single batch.
 */
export class Devices {
  readonly beganAt = Date.now()
  readonly #product: Product
  readonly #piece: number
  readonly #senders: readonly Sender[]
  readonly #latenciesMs: number[] = []
  readonly #repeats = new Map<string, number>()
  readonly #refusals = new Map<string, number>()
  readonly #timer: NodeJS.Timeout
  readonly #began = performance.now()
  #due = 0
  #acknowledged = 0
  #isOver = false

  constructor(product: Product, piece: number, devices: readonly Credentials[], messagesPerS: number) {
    this.#product = product
    this.#piece = piece
    this.#senders = devices.map((credentials, index) => ({
      ...{ index, credentials, totals: noTotals(), waiting: [], next: 0, isSending: false, connection: undefined },
    }))
    this.#timer = setInterval(() => {
      const due = Math.floor(((performance.now() - this.#began) * messagesPerS) / 1000)
      while (this.#due < due) this.#enqueue(this.#senders[this.#due++ % this.#senders.length] as Sender)
    }, TURN_MS)
  }

  /** Number of messages that have become due so far. */
  get due(): number {
    return this.#due
  }

  get acknowledged(): number {
    return this.#acknowledged
  }

  /** Number of attempts that were not acknowledged, by a text of the reason. */
  get repeats(): ReadonlyMap<string, number> {
    return this.#repeats
  }

  /**
   * Number of answers that neither acknowledge a message nor request it later, by a text of the answer. Each of them is a
   * finding.
   */
  get refusals(): ReadonlyMap<string, number> {
    return this.#refusals
  }

  /** Returns a quantile (`part` from 0 to 1) of the times from an attempt to its acknowledgement in ms; 0 if there is none. */
  latencyMs(part: number): number {
    return this.#latenciesMs.length === 0 ? 0 : quantile(this.#latenciesMs, part)
  }

  /** Ends the connections of all devices at once; they connect again with their next message. */
  cut(): void {
    cutHttpConnections()
    for (const { connection } of this.#senders) connection?.close()
  }

  /**
   * Makes no new messages, waits until all are acknowledged or the time is over, and then ends all connections. Returns the
   * totals of the devices, with the number of messages left.
   */
  async finish(withinMs: number): Promise<PieceTotals> {
    clearInterval(this.#timer)
    const began = performance.now()
    while (this.#acknowledged < this.#due && performance.now() - began < withinMs) await delay(TURN_MS)
    this.#isOver = true
    this.cut()
    for (const { totals, waiting } of this.#senders) totals.left = waiting.length
    return { piece: this.#piece, beganAt: this.beganAt, devices: this.#senders.map(({ totals }) => totals) }
  }

  #enqueue(sender: Sender): void {
    sender.waiting.push({ number: sender.next++, at: Date.now() })
    if (sender.isSending) return
    sender.isSending = true
    void this.#send(sender).finally(() => {
      sender.isSending = false
    })
  }

  async #send(sender: Sender): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    for (let batch = nextBatch(sender); batch.length > 0 && !this.#isOver; ) {
      const began = performance.now()
      const failure = await this.#attempt(sender, envelopeOf(this.#piece, sender.index, batch))
      if (failure === undefined) {
        this.#addLatency(performance.now() - began)
        for (const message of sender.waiting.splice(0, batch.length))
          addMessage(sender.totals, sender.index, message, this.beganAt)
        this.#acknowledged += batch.length
        pauseMs = FIRST_PAUSE_MS
        batch = nextBatch(sender)
        continue
      }
      count(this.#repeats, failure)
      await delay(pauseMs * (0.5 + Math.random()))
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    }
  }

  /**
   * Sends a batch once over the transport of the device. Returns undefined if it was acknowledged, otherwise a text of the
   * reason.
   */
  #attempt(sender: Sender, content: Buffer): Promise<string | undefined> {
    return sender.index % HTTP_EACH === 0 ? this.#overHttp(sender, content) : this.#overMqtt(sender, content)
  }

  async #overHttp({ credentials }: Sender, content: Buffer): Promise<string | undefined> {
    const status = await post(this.#product.port, credentials, content, ANSWER_WITHIN_MS)
    if (status === 200) return undefined
    if (![0, 429, 502, 503].includes(status)) count(this.#refusals, `HTTP ${status}`)
    return status === 0 ? 'HTTP: no answer' : `HTTP: answered ${status}`
  }

  async #overMqtt(sender: Sender, content: Buffer): Promise<string | undefined> {
    let limit: NodeJS.Timeout | undefined
    try {
      let { connection } = sender
      if (!connection?.isOpen) {
        connection = await MqttDevice.connect(this.#product.mqttPort, sender.credentials, ANSWER_WITHIN_MS)
        sender.connection = connection
      }
      const used = connection
      limit = setTimeout(() => used.close(), ANSWER_WITHIN_MS)
      await used.publish(content)
      return undefined
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      // Code 3: the broker is not available.
      if (/refused with (?!3$)/.test(text)) count(this.#refusals, text)
      return `MQTT: ${text}`
    } finally {
      clearTimeout(limit)
    }
  }

  /** Adds a latency to a random sample of at most 200,000 latencies, which represents all latencies of a long run. */
  #addLatency(ms: number): void {
    const place =
      this.#latenciesMs.length < MOST_LATENCIES
        ? this.#latenciesMs.length
        : Math.floor(Math.random() * this.#acknowledged)
    if (place < MOST_LATENCIES) this.#latenciesMs[place] = ms
  }
}

const count = (counts: Map<string, number>, text: string): unknown => counts.set(text, (counts.get(text) ?? 0) + 1)

/** Returns the messages that a device sends next in a single batch, at most 100 and the oldest first; empty if none waits. */
const nextBatch = ({ waiting }: Sender): SoakMessage[] => waiting.slice(0, MOST_TOGETHER)
