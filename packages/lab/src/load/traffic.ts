import { setTimeout as delay } from 'node:timers/promises'
import { type Random, randomFrom, seedOf } from '@millwatch/simulator/base/random'
import type { Product } from '../product/product.ts'
import { FaultFinding } from './finding.ts'
import { Ledger, type SentBatch } from './ledger.ts'
import type { FaultMachine } from './plant.ts'
import { Talk } from './talk.ts'
import { Transport } from './transport.ts'

export interface TrafficOptions {
  /** Servers of the site, each of which accepts any message; they may start and stop. */
  readonly products: readonly Product[]
  readonly machines: readonly FaultMachine[]
  readonly seed: number
  /** Longest pause between two messages of a device, in ms; pauses are random from 0 to it. */
  readonly pauseMs: number
}

/** Time in ms before now at which the events of a device begin: 40 h. */
export const PAST_MS = 40 * 3_600_000
const RETRY_MS = 60
/** Time in ms for which a device continues to repeat a message after `finish` is called. */
const FINISH_WITHIN_MS = 60_000

/**
 * Devices that send messages over HTTP and MQTT as soon as they are constructed, and repeat unacknowledged messages. Each has a
 * ledger.
 */
export class Traffic {
  readonly ledgers: readonly Ledger[]
  readonly #options: TrafficOptions
  readonly #working: Promise<unknown>
  #finishBy = Number.POSITIVE_INFINITY

  constructor(options: TrafficOptions) {
    this.#options = options
    this.ledgers = options.machines.map((machine) => new Ledger(machine))
    this.#working = Promise.all(this.ledgers.map((ledger, index) => this.#run(ledger, index)))
    // `finish` reports the error; until then it must not end the process.
    this.#working.catch(() => undefined)
  }

  get acknowledgedEvents(): number {
    return this.ledgers.reduce((sum, { acknowledgedEvents }) => sum + acknowledgedEvents, 0)
  }

  /**
   * Ends new messages and resolves when each begun message is acknowledged or dropped. Rejects with a `FaultFinding` if a message
   * is not acknowledged within 60 s, or with an earlier error of a device.
   */
  async finish(): Promise<void> {
    this.#finishBy = performance.now() + FINISH_WITHIN_MS
    await this.#working
  }

  /** Ends new messages and repetitions at once, without waiting for devices, whose errors are then ignored. */
  abandon(): void {
    this.#finishBy = Math.min(this.#finishBy, performance.now())
  }

  get #isFinishing(): boolean {
    return this.#finishBy !== Number.POSITIVE_INFINITY
  }

  async #run(ledger: Ledger, index: number): Promise<void> {
    const random = randomFrom(seedOf(this.#options.seed, index))
    const now = Date.now()
    const talk = new Talk(random, { from: now - PAST_MS, until: now, speech: ledger.machine.speech })
    const transport = new Transport(ledger.machine)
    while (!this.#isFinishing) {
      const entry = pickAgain(random, ledger) ?? ledger.begin(talk.next())
      await this.#deliver(random, transport, ledger, entry)
      await delay(random() * this.#options.pauseMs)
    }
    transport.close()
  }

  async #deliver(random: Random, transport: Transport, ledger: Ledger, entry: SentBatch): Promise<void> {
    for (;;) {
      const attempts = await Promise.all(this.#attempts(random, transport, entry))
      if (attempts.includes('acknowledged')) return ledger.acknowledge(entry)
      // Some devices drop an unacknowledged message: it must be stored once or not at all.
      if (random() < 0.1) return
      if (performance.now() > this.#finishBy) throw new FaultFinding('A message was not acknowledged within a minute')
      await delay(RETRY_MS)
    }
  }

  /**
   * Sends the message to a random server over HTTP or MQTT; in 4 % of the cases over both at the same time, to servers that may
   * differ. Without a server it returns `lost`.
   */
  #attempts(random: Random, transport: Transport, { envelope }: SentBatch) {
    const { products } = this.#options
    const message = JSON.stringify(envelope)
    const product = products[Math.floor(random() * products.length)]
    const other = products[Math.floor(random() * products.length)]
    // All servers may be down at this moment.
    if (product === undefined || other === undefined) return [Promise.resolve('lost' as const)]
    const http = () => transport.overHttp(product, message, envelope.events.length)
    const mqtt = () => transport.overMqtt(other, message)
    const way = random()
    return way < 0.04 ? [http(), mqtt()] : way < 0.52 ? [http()] : [mqtt()]
  }
}

/**
 * Returns a random batch that was sent before, acknowledged or not, in 8 % of the calls; otherwise, and if no batch was sent,
 * undefined.
 */
function pickAgain(random: Random, { entries }: Ledger): SentBatch | undefined {
  if (entries.size === 0 || random() >= 0.08) return undefined
  return [...entries.values()][Math.floor(random() * entries.size)]
}
