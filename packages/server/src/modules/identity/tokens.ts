import { createHmac, randomBytes } from 'node:crypto'

/** 32 random bytes, as text that needs no quoting anywhere. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a session token or a device key: of no use to who reads the database without the signing key. */
export function hashSecret(signingKey: Buffer, secret: string): Buffer {
  return createHmac('sha256', signingKey).update(secret).digest()
}
