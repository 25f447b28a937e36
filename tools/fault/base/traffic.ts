import { setTimeout as delay } from 'node:timers/promises'
import { type Random, randomFrom, seedOf } from '@millwatch/simulator/base/random'
import type { Product } from '../../product/product.ts'
import { type Entry, Ledger } from './ledger.ts'
import type { FaultMachine } from './plant.ts'
import { Finding } from './site.ts'
import { Talk } from './talk.ts'
import { Transport } from './transport.ts'

export interface TrafficOptions {
  /** Any of them takes any message; they may come and go. */
  readonly products: readonly Product[]
  readonly machines: readonly FaultMachine[]
  readonly seed: number
  /** Between two messages of a device, at most. */
  readonly pauseMs: number
}

/** Before now, where a device begins. */
export const PAST_MS = 40 * 3_600_000
const RETRY_MS = 60
/** How long a device goes on trying after the end. */
const FINISH_WITHIN_MS = 60_000

/** Devices that send over both transports, again where nothing was acknowledged, each with its ledger. */
export class Traffic {
  readonly ledgers: readonly Ledger[]
  readonly #options: TrafficOptions
  readonly #working: Promise<unknown>
  #finishBy = Number.POSITIVE_INFINITY

  constructor(options: TrafficOptions) {
    this.#options = options
    this.ledgers = options.machines.map((machine) => new Ledger(machine))
    this.#working = Promise.all(this.ledgers.map((ledger, index) => this.#run(ledger, index)))
    // Heard of in `finish`, and until then no reason to end the process.
    this.#working.catch(() => undefined)
  }

  get acknowledgedEvents(): number {
    return this.ledgers.reduce((sum, { acknowledgedEvents }) => sum + acknowledgedEvents, 0)
  }

  /** No new messages; resolves when what was begun is acknowledged or given up for good. */
  async finish(): Promise<void> {
    this.#finishBy = performance.now() + FINISH_WITHIN_MS
    await this.#working
  }

  /** Ends without waiting: what it did is of no interest any more. */
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

  async #deliver(random: Random, transport: Transport, ledger: Ledger, entry: Entry): Promise<void> {
    for (;;) {
      const attempts = await Promise.all(this.#attempts(random, transport, entry))
      if (attempts.includes('acknowledged')) return ledger.acknowledge(entry)
      // Some devices forget what was not acknowledged: it is there once or not at all.
      if (random() < 0.1) return
      if (performance.now() > this.#finishBy) throw new Finding('A message was not acknowledged within a minute')
      await delay(RETRY_MS)
    }
  }

  /** One way, or now and then both at the same time. */
  #attempts(random: Random, transport: Transport, { envelope }: Entry) {
    const { products } = this.#options
    const message = JSON.stringify(envelope)
    const product = products[Math.floor(random() * products.length)]
    const other = products[Math.floor(random() * products.length)]
    // All of them may be away just now.
    if (product === undefined || other === undefined) return [Promise.resolve('lost' as const)]
    const http = () => transport.overHttp(product, message, envelope.events.length)
    const mqtt = () => transport.overMqtt(other, message)
    const way = random()
    return way < 0.04 ? [http(), mqtt()] : way < 0.52 ? [http()] : [mqtt()]
  }
}

/** Now and then a batch that was sent before, acknowledged or not. */
function pickAgain(random: Random, { entries }: Ledger): Entry | undefined {
  if (entries.size === 0 || random() >= 0.08) return undefined
  return [...entries.values()][Math.floor(random() * entries.size)]
}
