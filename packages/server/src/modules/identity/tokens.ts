import { createHmac, randomBytes } from 'node:crypto'

/** Returns a new secret: 32 random bytes as base64url, 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Returns the keyed hash (HMAC-SHA-256) under which a token or key is stored; always the same for the same input.
 * Without the signing key nobody can check guesses against it.
 */
export function hashSecret(signingKey: Buffer, secret: string): Buffer {
  return createHmac('sha256', signingKey).update(secret).digest()
}
