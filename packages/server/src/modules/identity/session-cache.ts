import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { findSession, type OpenSession, touchSession } from '../../platform/directory/index.ts'
import { endOf } from './session-times.ts'
import { hashSecret } from './tokens.ts'

/** Longest time until a session ended on another server is refused on this one. */
const cachedMs = 1000
const mostCached = 10_000
/** Interval at which the last use of a session is stored. */
const touchEveryMs = 5 * 60 * 1000

interface Entry {
  readonly readAt: number
  readonly found: Promise<OpenSession | undefined>
}

/** Finds the session of a token, with at most one database query per second and token. */
export class SessionCache {
  readonly #database: Database
  readonly #clock: Clock
  readonly #signingKeys: readonly Buffer[]
  readonly #entries = new Map<string, Entry>()

  /** Creates the cache; `previous` holds signing keys from before a rotation, whose sessions stay valid. */
  constructor(database: Database, clock: Clock, signingKey: Buffer, previous: readonly Buffer[] = []) {
    this.#database = database
    this.#clock = clock
    this.#signingKeys = [signingKey, ...previous]
  }

  /** Returns the open session of a token; undefined when there is none. */
  async find(token: string): Promise<OpenSession | undefined> {
    // No token is longer than 128 characters.
    if (token === '' || token.length > 128) return undefined
    for (const signingKey of this.#signingKeys) {
      const tokenHash = hashSecret(signingKey, token)
      const session = await this.#read(tokenHash.toString('base64'), tokenHash)
      if (session) return session.expiresAt > this.#clock.now() ? session : undefined
    }
    return undefined
  }

  /** Clears the cache. Call it after sessions end or roles change, so that the change counts here at once. */
  forgetAll(): void {
    this.#entries.clear()
  }

  #read(key: string, tokenHash: Buffer): Promise<OpenSession | undefined> {
    const at = this.#clock.monotonicMs()
    const cached = this.#entries.get(key)
    if (cached && at - cached.readAt < cachedMs) return cached.found
    const found = this.#fetch(tokenHash)
    const entry = { readAt: at, found }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    found.catch(() => this.#entries.get(key) === entry && this.#entries.delete(key))
    if (this.#entries.size > mostCached) this.#entries.delete(this.#entries.keys().next().value ?? key)
    return found
  }

  async #fetch(tokenHash: Buffer): Promise<OpenSession | undefined> {
    const now = this.#clock.now()
    const session = await findSession(this.#database, tokenHash, now)
    if (!session || now - session.lastUsedAt < touchEveryMs) return session
    const expiresAt = endOf(session.kind, session.createdAt, now)
    await touchSession(this.#database, session.sessionId, now, expiresAt)
    return { ...session, lastUsedAt: now, expiresAt: Math.max(session.expiresAt, expiresAt) }
  }
}
