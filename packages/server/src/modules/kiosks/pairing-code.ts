import { randomInt } from 'node:crypto'

/**
 * Letters of a code. Letters that are easily confused are left out (I L, O Q, U V), vowels, so that no code is a word, and F, so that
 * none reads like one: 17 letters, 24 million codes.
 */
const alphabet = 'BCDGHJKMNPRSTWXYZ'
const length = 6

/** Returns a new random code that a browser shows to become a kiosk display: `KXRTMB`. Stores nothing. */
export function newPairingCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/**
 * Returns a typed code in its normal form: upper case, without dashes and blanks. Null for a text that cannot be a
 * code. Does not check that a browser shows it.
 */
export function normalPairingCode(typed: string): string | null {
  const bare = typed.replace(/[\s-]+/g, '').toUpperCase()
  return bare.length === length && [...bare].every((letter) => alphabet.includes(letter)) ? bare : null
}
