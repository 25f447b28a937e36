import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { findApiKey, type StandingApiKey, touchApiKey } from '../../platform/directory/index.ts'
import { type ApiKeyCaller, apiKeyPrefix } from '../../platform/http/caller.ts'
import { hashSecret } from '../identity/index.ts'

/** Longest time until a key revoked on another server is refused on this one. */
const cachedMs = 1000
const mostCached = 10_000
/** A key that is used is noted to be so at most this often. */
const touchEveryMs = 60_000

interface Entry {
  readonly readAt: number
  readonly found: Promise<StandingApiKey | undefined>
}

/** Finds out whose an API key is, asking the database at most once a second for each. */
export class ApiKeyCache {
  readonly #database: Database
  readonly #clock: Clock
  readonly #signingKeys: readonly Buffer[]
  readonly #entries = new Map<string, Entry>()

  /** `previous`: signing keys from before a rotation; what was made by them stands as long as it would. */
  constructor(database: Database, clock: Clock, signingKey: Buffer, previous: readonly Buffer[] = []) {
    this.#database = database
    this.#clock = clock
    this.#signingKeys = [signingKey, ...previous]
  }

  /** Returns the caller of a key; null when the key is not valid now. */
  async find(key: string): Promise<ApiKeyCaller | null> {
    if (!key.startsWith(apiKeyPrefix) || key.length > 128) return null
    const found = await this.#standing(key)
    if (!found || found.expiresAt <= this.#clock.now()) return null
    const { apiKeyId, companyId, operations, role, expiresAt } = found
    return { kind: 'api_key', apiKeyId, companyId, operations, role, expiresAt }
  }

  async #standing(key: string): Promise<StandingApiKey | undefined> {
    for (const signingKey of this.#signingKeys) {
      const keyHash = hashSecret(signingKey, key)
      const found = await this.#read(keyHash.toString('base64'), keyHash)
      if (found) return found
    }
    return undefined
  }

  /** So that what was revoked here is refused here at once. */
  forgetAll(): void {
    this.#entries.clear()
  }

  #read(name: string, keyHash: Buffer): Promise<StandingApiKey | undefined> {
    const at = this.#clock.monotonicMs()
    const cached = this.#entries.get(name)
    if (cached && at - cached.readAt < cachedMs) return cached.found
    const found = this.#fetch(keyHash)
    this.#entries.delete(name)
    this.#entries.set(name, { readAt: at, found })
    found.catch(() => this.#entries.delete(name))
    if (this.#entries.size > mostCached) this.#entries.delete(this.#entries.keys().next().value ?? name)
    return found
  }

  async #fetch(keyHash: Buffer): Promise<StandingApiKey | undefined> {
    const now = this.#clock.now()
    const key = await findApiKey(this.#database, keyHash, now)
    if (key && (key.lastUsedAt === null || now - key.lastUsedAt >= touchEveryMs))
      await touchApiKey(this.#database, key.apiKeyId, now, touchEveryMs)
    return key
  }
}
