import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from '../logger.ts'

interface Subscriber {
  readonly onMessage: (payload: string) => void
  readonly onReconnect: () => void
}

const probeEveryMs = 2_000
const probeAnswerMs = 4_000
const retryFirstMs = 50
const retryLongestMs = 1_000
const goodbyeMs = 500

/** Returns a channel name as an SQL identifier; throws unless it is a plain word. */
function identifier(channel: string): string {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return `"${channel}"`
}

/**
 * Keeps one connection that receives PostgreSQL notifications, and probes the database every 2 s; `isConnected` shows
 * if it is reachable. After a loss it reconnects, subscribes to all channels again, and calls `onReconnect` of the
 * subscribers, as they may have missed messages.
 */
export class ChannelListener {
  readonly #createClient: (onError: (error: Error) => void) => pg.Client
  readonly #logger: Logger
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #waiting = new Set<() => void>()
  readonly #stopping = new AbortController()
  readonly #running: Promise<void>
  #client: pg.Client | undefined
  #connectedBefore = false

  constructor(createClient: (onError: (error: Error) => void) => pg.Client, logger: Logger) {
    this.#createClient = createClient
    this.#logger = logger
    this.#running = this.#run()
  }

  isConnected(): boolean {
    return this.#client !== undefined
  }

  /**
   * Subscribes to a channel. Resolves when the subscription is active, which may wait until the database is reachable, or when
   * the listener stops. The result is a function that ends the subscription. Rejects for a name that is no plain word.
   */
  async listen(channel: string, onMessage: Subscriber['onMessage'], onReconnect: Subscriber['onReconnect']) {
    const name = identifier(channel)
    const subscriber: Subscriber = { onMessage, onReconnect }
    this.#subscribers.set(channel, (this.#subscribers.get(channel) ?? new Set()).add(subscriber))
    await this.#connected()
    // Idempotent; if the connection is lost right here, the next one subscribes to every channel anyway.
    await this.#client?.query(`listen ${name}`).catch(() => this.#connected())
    return async (): Promise<void> => {
      const set = this.#subscribers.get(channel)
      set?.delete(subscriber)
      if (set?.size !== 0) return
      this.#subscribers.delete(channel)
      await this.#client?.query(`unlisten ${name}`).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    await this.#client?.end().catch(() => undefined)
    await this.#running
  }

  async #run(): Promise<void> {
    for (let retryMs = retryFirstMs; !this.#isStopping(); retryMs = Math.min(retryMs * 2, retryLongestMs)) {
      try {
        await this.#stayConnected()
        retryMs = retryFirstMs
        if (!this.#isStopping()) this.#logger.warn('Connection to the database lost')
      } catch (error) {
        this.#logger.debug({ err: error }, 'Database not reachable yet')
      }
      await this.#pause(retryMs)
    }
  }

  /**
   * Connects, subscribes to all channels, and resolves when the connection is lost, silent, or the listener stops. Rejects if it
   * cannot connect or subscribe.
   */
  async #stayConnected(): Promise<void> {
    const lost = Promise.withResolvers<void>()
    const client = this.#createClient(() => lost.resolve())
    client.on('end', () => lost.resolve())
    client.on('notification', ({ channel, payload }) => {
      for (const subscriber of this.#subscribers.get(channel) ?? []) subscriber.onMessage(payload ?? '')
    })
    try {
      await client.connect()
      for (const channel of this.#subscribers.keys()) await client.query(`listen ${identifier(channel)}`)
      this.#client = client
      this.#wake()
      if (this.#connectedBefore) this.#notifyOfReconnect()
      this.#connectedBefore = true
      await Promise.race([lost.promise, this.#untilSilent(client)])
    } finally {
      this.#client = undefined
      await Promise.race([client.end().catch(() => undefined), delay(goodbyeMs, undefined, { ref: false })])
    }
  }

  /**
   * Resolves when the database does not answer a probe within 4 s, or when the listener stops. A connection whose other end
   * vanished still looks open.
   */
  async #untilSilent(client: pg.Client): Promise<void> {
    while (!this.#isStopping()) {
      await this.#pause(probeEveryMs)
      if (this.#isStopping()) return
      const answered = client.query('select 1').then(
        () => true,
        () => false,
      )
      if (!(await Promise.race([answered, delay(probeAnswerMs, false, { ref: false })]))) return
    }
  }

  #notifyOfReconnect(): void {
    for (const set of this.#subscribers.values()) for (const subscriber of set) subscriber.onReconnect()
  }

  #connected(): Promise<void> {
    if (this.#client || this.#isStopping()) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.add(resolve))
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  #pause(ms: number): Promise<void> {
    return delay(ms, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined)
  }
}
