import { randomInt } from 'node:crypto'

/** Codes that people read and type: each has `length` letters of `alphabet`, which are upper-case letters and digits. */
export interface CodeShape {
  readonly alphabet: string
  readonly length: number
}

/** Returns a new random code of `length` letters from `alphabet`. It is not stored and may equal an earlier code. */
export const randomCode = ({ alphabet, length }: CodeShape): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Returns a typed code in its normal form: upper case, without dashes and blanks. Null if the form has another length or a letter
 * outside the alphabet. Does not check that the code exists.
 */
export function normalCode(typed: string, { alphabet, length }: CodeShape): string | null {
  const bare = typed.replace(/[\s-]+/g, '').toUpperCase()
  return bare.length === length && [...bare].every((letter) => alphabet.includes(letter)) ? bare : null
}
