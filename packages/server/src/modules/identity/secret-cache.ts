import type { Clock } from '../../platform/clock.ts'
import { hashSecret } from './tokens.ts'

/** Longest time (ms) until a secret that was ended on another server is refused on this one. */
const cachedMs = 1000
const mostCached = 10_000
/** Most characters of a token or key; a longer text is none. */
const longestSecret = 128

interface Entry<Row> {
  readonly readAt: number
  readonly found: Promise<Row | undefined>
}

export interface SecretSource<Row> {
  readonly clock: Clock
  /** The present signing key, then those from before a rotation, whose secrets stay valid. */
  readonly signingKeys: readonly Buffer[]
  /** Returns the valid row of a hashed secret, and stores that it was used; undefined when there is none. */
  readonly read: (hash: Buffer, now: number) => Promise<Row | undefined>
}

/**
 * Caches the rows of secrets, such as sessions by token, for one second: at most one read per second, secret and signing key. A
 * secret that ended on another server is refused within that second. Holds at most 10,000 secrets, the latest read.
 */
export class SecretCache<Row extends { readonly expiresAt: number }> {
  readonly #source: SecretSource<Row>
  readonly #entries = new Map<string, Entry<Row>>()

  constructor(source: SecretSource<Row>) {
    this.#source = source
  }

  /** Returns the row of a secret; undefined when there is none, when it has expired, and for an empty or too long text. */
  async find(secret: string): Promise<Row | undefined> {
    if (secret === '' || secret.length > longestSecret) return undefined
    for (const signingKey of this.#source.signingKeys) {
      const row = await this.#read(hashSecret(signingKey, secret))
      if (row) return row.expiresAt > this.#source.clock.now() ? row : undefined
    }
    return undefined
  }

  /** Clears the cache. Call it after secrets end or rights change, so that this server reads them anew at once. */
  forgetAll(): void {
    this.#entries.clear()
  }

  #read(hash: Buffer): Promise<Row | undefined> {
    const { clock, read } = this.#source
    const name = hash.toString('base64')
    const at = clock.monotonicMs()
    const cached = this.#entries.get(name)
    if (cached && at - cached.readAt < cachedMs) return cached.found
    const entry = { readAt: at, found: read(hash, clock.now()) }
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    entry.found.catch(() => this.#entries.get(name) === entry && this.#entries.delete(name))
    if (this.#entries.size > mostCached) this.#entries.delete(this.#entries.keys().next().value ?? name)
    return entry.found
  }
}
