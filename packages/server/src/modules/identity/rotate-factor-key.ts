import type { Database } from '../../platform/db/index.ts'
import { replaceSecretOf } from '../../platform/installation/store-directory.ts'
import { factorKey } from './accept-code.ts'
import { holdSecrets, onFactors, replaceSecret } from './store-directory-second-factor.ts'
import { openSecret, sealSecret } from './totp.ts'

/**
 * Replaces the key with which secrets of second factors are encrypted, and encrypts all of them anew, in one transaction; returns
 * their number. Servers read the key when they need it, so they need no restart.
 */
export async function rotateFactorKey(database: Database): Promise<number> {
  return onFactors(database, async (tx) => {
    let count = 0
    await replaceSecretOf(tx, factorKey, async (former, next) => {
      for (const { userId, secret } of await holdSecrets(tx)) {
        await replaceSecret(tx, userId, sealSecret(next, userId, openSecret(former, userId, secret)))
        count++
      }
    })
    return count
  })
}
