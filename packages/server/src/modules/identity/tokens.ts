import { createHmac, randomBytes } from 'node:crypto'

/** Returns 32 random bytes as text that needs no quoting anywhere. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns the keyed hash of a token or device key that is stored. Without the signing key it is useless to a reader of
 * the database.
 */
export function hashSecret(signingKey: Buffer, secret: string): Buffer {
  return createHmac('sha256', signingKey).update(secret).digest()
}
