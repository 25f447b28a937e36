import { randomInt } from 'node:crypto'

/** Letters and digits of a code, without those that are easily confused when read or typed: 0 O, 1 I L, U V. */
const alphabet = 'ABCDEFGHJKMNPQRSTWXYZ23456789'
const length = 8

/** Returns a new random claim code in two halves that are easy to read out: `ABCD-2345`. Stores nothing. */
export function newClaimCode(): string {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`
}

/**
 * Returns a typed claim code in its normal form: upper case, without dashes and blanks. Null for a text that cannot be
 * a code. Does not check that the code exists.
 */
export function normalClaimCode(typed: string): string | null {
  const bare = typed.replace(/[\s-]+/g, '').toUpperCase()
  return bare.length === length && [...bare].every((letter) => alphabet.includes(letter)) ? bare : null
}
