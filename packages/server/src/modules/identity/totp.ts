import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { totpCode, totpMessage } from '@millwatch/domain/identity'

const cipherName = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Returns the code of a secret in a time step (RFC 6238, HMAC-SHA-1). */
export const codeOfStep = (secret: Uint8Array, step: number): string =>
  totpCode(createHmac('sha1', secret).update(totpMessage(step)).digest())

const boundTo = (userId: number): Buffer => Buffer.from(`second_factor/${userId}`)

/** Returns the secret of a person's second factor encrypted by AES-256-GCM, with the person as additional data. */
export function sealSecret(key: Buffer, userId: number, secret: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(cipherName, key, iv).setAAD(boundTo(userId))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Returns the decrypted secret of a person's second factor; throws for another key, another person or changed bytes. */
export function openSecret(key: Buffer, userId: number, stored: Buffer): Buffer {
  const iv = stored.subarray(0, ivBytes)
  const decipher = createDecipheriv(cipherName, key, iv, { authTagLength: tagBytes }).setAAD(boundTo(userId))
  decipher.setAuthTag(stored.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(stored.subarray(ivBytes + tagBytes)), decipher.final()])
}

/**
 * Returns the hash by which a recovery code of a person is stored. It needs no key, as nobody can try out 80 random bits, and so
 * stays valid when keys are rotated.
 */
export const recoveryHash = (userId: number, code: string): Buffer =>
  createHash('sha256').update(`recovery_code/${userId}/${code}`).digest()
