import { timingSafeEqual } from 'node:crypto'
import type { AcceptedFactor } from './accept-code.ts'
import { hashSecret } from './tokens.ts'

/** Time (ms) within which a sign-in must be completed after its password. */
const stepMs = 5 * 60_000

/** Sign-in whose password was right and which is not complete. */
export interface SignInStep {
  readonly userId: number
  /** Company that the sign-in named; null: none. */
  readonly companyId: number | null
  /** Accepted second factor; null: none was accepted yet. */
  readonly accepted: AcceptedFactor | null
  /** Instant at which the step expires, epoch ms. */
  readonly expiresAt: number
}

/** Returns the step of a sign-in with its end, 5 minutes after `now` (epoch ms). */
export const stepAt = (now: number, step: Omit<SignInStep, 'expiresAt'>): SignInStep => ({
  ...step,
  expiresAt: now + stepMs,
})

const kinds: readonly (AcceptedFactor | null)[] = [null, 'totp', 'recovery_code', 'passkey']

/**
 * Returns a step as a signed text for the caller. The signature includes the hash of the password, so that the step is not valid
 * after a change of the password; the text contains no secret.
 */
export function signedStep(signingKey: Buffer, step: SignInStep, passwordHash: string): string {
  const { userId, companyId, accepted, expiresAt } = step
  const content = [userId, companyId ?? 0, kinds.indexOf(accepted), expiresAt].join('.')
  return `${content}.${signatureOf(signingKey, content, passwordHash).toString('base64url')}`
}

/** Returns the step in a text, without a check of its signature and its end; undefined if the text has another form. */
export function readStep(text: string): SignInStep | undefined {
  const parts = /^(\d{1,15})\.(\d{1,15})\.([0123])\.(\d{1,15})\.[\w-]{43}$/.exec(text)?.slice(1).map(Number)
  if (parts === undefined) return undefined
  const [userId = 0, companyId = 0, kind = 0, expiresAt = 0] = parts
  return { userId, companyId: companyId === 0 ? null : companyId, accepted: kinds[kind] ?? null, expiresAt }
}

/**
 * Returns true if this installation signed the step of a sign-in (`text`) for a person with this password hash. It does not
 * check whether the step has expired.
 */
export function isSigned(signingKey: Buffer, text: string, passwordHash: string): boolean {
  const end = text.lastIndexOf('.')
  const sent = Buffer.from(text.slice(end + 1), 'base64url')
  const right = signatureOf(signingKey, text.slice(0, end), passwordHash)
  return sent.length === right.length && timingSafeEqual(sent, right)
}

function signatureOf(signingKey: Buffer, content: string, passwordHash: string): Buffer {
  return hashSecret(signingKey, JSON.stringify(['sign_in_step', content, passwordHash]))
}
