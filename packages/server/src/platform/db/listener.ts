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

/** Channels end up in SQL as identifiers; ours are plain words. */
function identifier(channel: string): string {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(channel)) throw new Error(`Not a channel name: ${channel}`)
  return `"${channel}"`
}

export interface Listener {
  listen(
    channel: string,
    onMessage: Hearer['onMessage'],
    onReconnect: Hearer['onReconnect'],
  ): Promise<() => Promise<void>>
  isConnected(): boolean
  close(): Promise<void>
}

/**
 * One connection that stays: it hears notifications, and by answering a small question now and then it tells whether
 * the database is there. When it is lost it comes back by itself, hears again, and says so.
 */
export function createListener(createClient: (onError: (error: Error) => void) => pg.Client, logger: Logger): Listener {
  const hearers = new Map<string, Set<Hearer>>()
  const waiting = new Set<() => void>()
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let connectedBefore = false

  function dispatch(message: pg.Notification): void {
    for (const hearer of hearers.get(message.channel) ?? []) hearer.onMessage(message.payload ?? '')
  }

  /** Resolves when the connection is lost. */
  async function stayConnected(): Promise<void> {
    const lost = Promise.withResolvers<void>()
    const candidate = createClient(() => lost.resolve())
    candidate.on('end', () => lost.resolve())
    candidate.on('notification', dispatch)
    try {
      await candidate.connect()
      for (const channel of hearers.keys()) await candidate.query(`listen ${identifier(channel)}`)
      client = candidate
      for (const wake of waiting) wake()
      if (connectedBefore) for (const set of hearers.values()) for (const hearer of set) hearer.onReconnect()
      connectedBefore = true
      await Promise.race([lost.promise, probeUntilSilent(candidate)])
    } finally {
      client = undefined
      await Promise.race([candidate.end().catch(() => undefined), delay(500, undefined, { ref: false })])
    }
  }

  async function probeUntilSilent(candidate: pg.Client): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(probeEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted) return
      const answered = candidate.query('select 1').then(
        () => true,
        () => false,
      )
      const silent = delay(probeAnswerMs, false, { ref: false })
      if (!(await Promise.race([answered, silent]))) return
    }
  }

  async function run(): Promise<void> {
    for (let retryMs = retryFirstMs; !stopping.signal.aborted; retryMs = Math.min(retryMs * 2, retryLongestMs)) {
      const wasConnected = connectedBefore
      try {
        await stayConnected()
        retryMs = retryFirstMs
        if (!stopping.signal.aborted) logger.warn('Connection to the database lost')
      } catch (error) {
        if (wasConnected) logger.warn({ err: error }, 'Database not reachable yet')
      }
      await delay(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  const running = run()

  function connected(): Promise<void> {
    if (client || stopping.signal.aborted) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => {
      waiting.delete(wake)
      resolve()
    }
    waiting.add(wake)
    return promise
  }

  return {
    isConnected: () => client !== undefined,
    async listen(channel, onMessage, onReconnect) {
      const name = identifier(channel)
      const hearer: Hearer = { onMessage, onReconnect }
      const others = hearers.get(channel)
      hearers.set(channel, (others ?? new Set()).add(hearer))
      await connected()
      // Idempotent; when the connection is lost right here, the next one hears every channel anyway.
      await client?.query(`listen ${name}`).catch(() => connected())
      return async () => {
        const set = hearers.get(channel)
        set?.delete(hearer)
        if (set?.size !== 0) return
        hearers.delete(channel)
        await client?.query(`unlisten ${name}`).catch(() => undefined)
      }
    },
    async close() {
      stopping.abort()
      for (const wake of waiting) wake()
      await client?.end().catch(() => undefined)
      await running
    },
  }
}
