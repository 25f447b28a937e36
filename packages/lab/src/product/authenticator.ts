import { createHmac } from 'node:crypto'
import { fromBase32, totpCode, totpMessage } from '@millwatch/domain/identity'

/**
 * Returns the code that an authenticator app shows for a secret (base32) in a time step. Throws an error if the secret is not
 * base32.
 */
export function appCode(secret: string, step: number): string {
  const bytes = fromBase32(secret)
  if (bytes === null) throw new Error('The secret is no base32')
  return totpCode(createHmac('sha1', bytes).update(totpMessage(step)).digest())
}
