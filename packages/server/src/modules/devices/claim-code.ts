import { randomInt } from 'node:crypto'

/** No letter or digit that is taken for another one, read or typed: no 0 O, 1 I L, U V. */
const alphabet = 'ABCDEFGHJKMNPQRSTWXYZ23456789'
const length = 8

/** A new code, in two halves that are easy to read out: `ABCD-2345`. */
export function newClaimCode(): string {
  const letters = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`
}

/** A code in its one spelling, whatever case it was typed in and with or without dashes and blanks; null for what is none. */
export function normalClaimCode(typed: string): string | null {
  const bare = typed.replace(/[\s-]+/g, '').toUpperCase()
  return bare.length === length && [...bare].every((letter) => alphabet.includes(letter)) ? bare : null
}
