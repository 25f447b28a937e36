import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/index.ts'
import { type ApiKeyCaller, apiKeyPrefix } from '../../platform/http/caller.ts'
import { SecretCache } from '../identity/index.ts'
import { findApiKey, touchApiKey, type ValidApiKey } from './store-directory.ts'

/** Interval (ms) at which the last use of a key is stored. */
const touchEveryMs = 60_000

/**
 * Finds the caller of an API key. Caches what it reads of a key for one second, so a key revoked elsewhere is refused within a
 * second. Stores a use of a key unless one from the minute before is stored.
 */
export class ApiKeyCache {
  readonly #keys: SecretCache<ValidApiKey>

  /** Creates the cache; `previous` holds signing keys from before a rotation, whose API keys stay valid. */
  constructor(database: Database, clock: Clock, signingKey: Buffer, previous: readonly Buffer[] = []) {
    const read = (hash: Buffer, now: number) => readKey(database, hash, now)
    this.#keys = new SecretCache({ clock, signingKeys: [signingKey, ...previous], read })
  }

  /** Returns the caller of a key; null for a text that is not an API key, and for a key that is not valid now. */
  async find(key: string): Promise<ApiKeyCaller | null> {
    const found = key.startsWith(apiKeyPrefix) ? await this.#keys.find(key) : undefined
    if (!found) return null
    const { apiKeyId, companyId, operations, role, expiresAt } = found
    return { kind: 'api_key', apiKeyId, companyId, operations, role, expiresAt }
  }

  /** Clears the cache, so that this server refuses a revoked key at once. */
  forgetAll(): void {
    this.#keys.forgetAll()
  }
}

async function readKey(database: Database, keyHash: Buffer, now: number): Promise<ValidApiKey | undefined> {
  const key = await findApiKey(database, keyHash, now)
  if (key && (key.lastUsedAt === null || now - key.lastUsedAt >= touchEveryMs))
    await touchApiKey(database, key.apiKeyId, now, touchEveryMs)
  return key
}
