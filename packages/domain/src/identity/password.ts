import { isGuessedFirst } from './password-guesses.ts'

/**
 * Rules for new passwords. `spec`: length, a letter and a number. `nist`: more length and nothing easy to guess (NIST SP
 * 800-63B). `passwordFault` applies them.
 */
export type PasswordPolicy = 'spec' | 'nist'

/** Reason why a password is refused; each is a code of the contract's list of errors, which holds the text. */
export type PasswordFault = 'password_weak' | 'password_short' | 'password_common' | 'password_personal'

/** Longest password (characters) that is accepted, so that the server never hashes very long texts. */
export const LONGEST_PASSWORD = 128
const SHORTEST = { spec: 8, nist: 12 } as const

/**
 * Least length (characters) from which a password must not contain the part of an e-mail address before the `@`, or the first
 * part of its domain. Shorter ones occur in many words.
 */
const SHORTEST_WORD = 4

/**
 * Returns the reason why a person with this e-mail may not have this password, or null when they may. `spec`: at least 8
 * characters with a letter and a number (specification 1, section 5). `nist`: at least 12 characters, not easy to guess, and
 * containing neither the product's name, nor the whole name or the first part of the domain of the e-mail (each from 4
 * characters). Characters are code points. `LONGEST_PASSWORD` is not checked here.
 */
export function passwordFault(policy: PasswordPolicy, password: string, email: string): PasswordFault | null {
  const length = [...password].length
  if (policy === 'spec') {
    return length >= SHORTEST.spec && /\p{L}/u.test(password) && /\p{N}/u.test(password) ? null : 'password_weak'
  }
  if (length < SHORTEST.nist) return 'password_short'
  if (holdsOwnWords(password, email)) return 'password_personal'
  return isGuessedFirst(password) ? 'password_common' : null
}

/**
 * Returns true for a password whose letters, in any case, are just the product's name, or the name or the first part of the
 * domain of the person's e-mail (from 4 characters), with digits and signs anywhere: `Millwatch2026`. No policy allows it for a
 * new password.
 */
export function isOwnWord(password: string, email: string): boolean {
  const bare = password.toLowerCase().replace(/[^\p{L}]+/gu, '')
  return bare !== '' && ownWords(email).some((word) => word.replace(/[^\p{L}]+/gu, '') === bare)
}

function holdsOwnWords(password: string, email: string): boolean {
  const lower = password.toLowerCase()
  return ownWords(email).some((word) => lower.includes(word))
}

/**
 * Returns the words, in lower case and with at least 4 characters, that somebody who knows the person and the product tries
 * first: the product's name, and the name and the first part of the domain of the e-mail.
 */
function ownWords(email: string): string[] {
  const [name = '', domain = ''] = email.trim().toLowerCase().split('@')
  const label = domain.split('.')[0] ?? ''
  return ['millwatch', name, label].filter((word) => word.length >= SHORTEST_WORD)
}
