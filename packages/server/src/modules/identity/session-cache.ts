import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { findSession, type OpenSession, touchSession } from '../../platform/directory/index.ts'
import { endOf } from './session-times.ts'
import { hashSecret } from './tokens.ts'

/** What another server ended is refused here at most so much later. */
const cachedMs = 1000
const mostCached = 10_000
/** A session that is used is noted to be so this often. */
const touchEveryMs = 5 * 60 * 1000

interface Entry {
  readonly readAt: number
  readonly found: Promise<OpenSession | undefined>
}

/** Finds out whose a token is, asking the database at most once a second for each. */
export class SessionCache {
  readonly #database: Database
  readonly #clock: Clock
  readonly #signingKeys: readonly Buffer[]
  readonly #entries = new Map<string, Entry>()

  /** `previous`: keys from before a rotation; sessions opened by them stand as long as they would. */
  constructor(database: Database, clock: Clock, signingKey: Buffer, previous: readonly Buffer[] = []) {
    this.#database = database
    this.#clock = clock
    this.#signingKeys = [signingKey, ...previous]
  }

  /** The session of a token, if it stands now. */
  async find(token: string): Promise<OpenSession | undefined> {
    // Longer than any token is: not worth a look.
    if (token === '' || token.length > 128) return undefined
    for (const signingKey of this.#signingKeys) {
      const tokenHash = hashSecret(signingKey, token)
      const session = await this.#read(tokenHash.toString('base64'), tokenHash)
      if (session) return session.expiresAt > this.#clock.now() ? session : undefined
    }
    return undefined
  }

  /** To be called after whatever ends sessions or changes roles: what was done here counts here at once. */
  forgetAll(): void {
    this.#entries.clear()
  }

  #read(key: string, tokenHash: Buffer): Promise<OpenSession | undefined> {
    const at = this.#clock.monotonicMs()
    const known = this.#entries.get(key)
    if (known && at - known.readAt < cachedMs) return known.found
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
