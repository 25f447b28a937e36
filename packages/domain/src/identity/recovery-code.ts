import { toBase32 } from './base32.ts'
import { inGroups } from './totp.ts'

/** Number of recovery codes that a person has at a time. */
export const RECOVERY_CODES = 10
/** Random bytes of a recovery code: 80 bits, which nobody can guess, even with the stored hashes at hand. */
export const RECOVERY_CODE_BYTES = 10

/** Returns a recovery code of random bytes, as people see it: `abcd-efgh-ijkl-mnop`. */
export const recoveryCode = (bytes: Uint8Array): string => inGroups(toBase32(bytes).toLowerCase(), '-')

/** Code of an authenticator app (six digits), or a recovery code in the form in which it is hashed (16 characters). */
export interface TypedCode {
  readonly kind: 'totp' | 'recovery_code'
  readonly code: string
}

/**
 * Reads a code as somebody typed it, with spaces, hyphens and capitals anywhere; null: it has neither form. In a recovery
 * code, the digits 0, 1 and 8, which it never has, count as the letters they look like.
 */
export function readTypedCode(text: string): TypedCode | null {
  const bare = text.toLowerCase().replaceAll(/[\s-]/g, '')
  if (/^\d{6}$/.test(bare)) return { kind: 'totp', code: bare }
  const code = bare.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('8', 'b')
  return /^[a-z2-7]{16}$/.test(code) ? { kind: 'recovery_code', code } : null
}
