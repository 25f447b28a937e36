import { normalCode, randomCode } from '../../platform/typed-code.ts'

/** Letters and digits of a claim code, without those easily confused when read or typed (0 O, 1 I L, U V), and its length. */
const shape = { alphabet: 'ABCDEFGHJKMNPQRSTWXYZ23456789', length: 8 }

/** Returns a new random claim code in two halves that are easy to read out: `ABCD-2345`. Stores nothing. */
export function newClaimCode(): string {
  const letters = randomCode(shape)
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** Returns a typed claim code in its normal form (`normalCode`), without the dash; null for a text that cannot be one. */
export const normalClaimCode = (typed: string): string | null => normalCode(typed, shape)
