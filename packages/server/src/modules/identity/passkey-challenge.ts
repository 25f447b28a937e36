import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../platform/tx.ts'
import { insertChallenge } from './store-directory-passkeys.ts'
import { hashSecret } from './tokens.ts'

/** Time (ms) for which a challenge is valid. */
export const challengeMs = 5 * 60_000
const randomLength = 32

/**
 * Use, holder and host name (`rpId`) to which a challenge is bound. A challenge is valid only if all three are the same when it
 * is used.
 */
export interface ChallengeUse {
  readonly use: 'add' | 'prove' | 'sign_in'
  /**
   * Text that names who may use it: the signed step (`sign_in`), the id of the session (`prove`), or person, session and basis
   * (`add`).
   */
  readonly holder: string
  readonly rpId: string
}

/**
 * Returns a new challenge for a use, as base64url, valid for five minutes from `now` (epoch ms). It is signed and not stored, so
 * that requests for challenges fill no table; `takeChallenge` stores it when it is used.
 */
export function newChallenge(signingKey: Buffer, use: ChallengeUse, now: number): string {
  const end = Buffer.alloc(8)
  end.writeBigUInt64BE(BigInt(now + challengeMs))
  const content = Buffer.concat([randomBytes(randomLength), end])
  return Buffer.concat([content, signatureOf(signingKey, content, use)]).toString('base64url')
}

/**
 * Returns true if this installation made the challenge for this use and it has not expired at `now` (epoch ms). It does not check
 * if the challenge was used.
 */
export function isOpenChallenge(signingKey: Buffer, text: string, use: ChallengeUse, now: number): boolean {
  const bytes = Buffer.from(text, 'base64url')
  const content = bytes.subarray(0, randomLength + 8)
  if (content.length !== randomLength + 8 || content.readBigUInt64BE(randomLength) <= BigInt(now)) return false
  const sent = bytes.subarray(randomLength + 8)
  const right = signatureOf(signingKey, content, use)
  return sent.length === right.length && timingSafeEqual(sent, right)
}

/**
 * Stores a valid challenge as used and returns true; returns false if it was used before, on any server. Does not check its
 * signature.
 */
export function takeChallenge(tx: Tx, text: string, now: number): Promise<boolean> {
  const hash = createHash('sha256').update(Buffer.from(text, 'base64url')).digest()
  return insertChallenge(tx, hash, now + challengeMs)
}

function signatureOf(signingKey: Buffer, content: Buffer, { use, holder, rpId }: ChallengeUse): Buffer {
  return hashSecret(signingKey, JSON.stringify(['passkey_challenge', content.toString('hex'), use, holder, rpId]))
}
