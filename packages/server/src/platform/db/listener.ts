import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from '../logger.ts'

interface Hearer {
  readonly onMessage: (payload: string) => void
  readonly onReconnect: () => void
}

const probeEveryMs = 2_000
const probeAnswerMs = 4_000
const retryFirstMs = 50
const retryLongestMs = 1_000
const goodbyeMs = 500

/** Channels end up in SQL as identifiers; ours are plain words. */
function identifier(channel: string): string {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return `"${channel}"`
}

/**
 * One connection that stays: it hears notifications, and by answering a small question now and then it tells whether
 * the database is there. When it is lost it comes back by itself, hears again, and says so.
 */
export class Listener {
  readonly #createClient: (onError: (error: Error) => void) => pg.Client
  readonly #logger: Logger
  readonly #hearers = new Map<string, Set<Hearer>>()
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

  /** Resolves when the channel is heard, which may be as late as the database is there; the result stops it. */
  async listen(channel: string, onMessage: Hearer['onMessage'], onReconnect: Hearer['onReconnect']) {
    const name = identifier(channel)
    const hearer: Hearer = { onMessage, onReconnect }
    this.#hearers.set(channel, (this.#hearers.get(channel) ?? new Set()).add(hearer))
    await this.#connected()
    // Idempotent; when the connection is lost right here, the next one hears every channel anyway.
    await this.#client?.query(`listen ${name}`).catch(() => this.#connected())
    return async (): Promise<void> => {
      const set = this.#hearers.get(channel)
      set?.delete(hearer)
      if (set?.size !== 0) return
      this.#hearers.delete(channel)
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

  /** Resolves when the connection is lost. */
  async #stayConnected(): Promise<void> {
    const lost = Promise.withResolvers<void>()
    const client = this.#createClient(() => lost.resolve())
    client.on('end', () => lost.resolve())
    client.on('notification', ({ channel, payload }) => {
      for (const hearer of this.#hearers.get(channel) ?? []) hearer.onMessage(payload ?? '')
    })
    try {
      await client.connect()
      for (const channel of this.#hearers.keys()) await client.query(`listen ${identifier(channel)}`)
      this.#client = client
      this.#wake()
      if (this.#connectedBefore) this.#tellOfReconnect()
      this.#connectedBefore = true
      await Promise.race([lost.promise, this.#untilSilent(client)])
    } finally {
      this.#client = undefined
      await Promise.race([client.end().catch(() => undefined), delay(goodbyeMs, undefined, { ref: false })])
    }
  }

  /** A connection whose other end is gone without a word looks open; a question that is not answered tells. */
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

  #tellOfReconnect(): void {
    for (const set of this.#hearers.values()) for (const hearer of set) hearer.onReconnect()
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
