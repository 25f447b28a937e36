import { normalCode, randomCode } from '../../platform/typed-code.ts'

/**
 * Letters and length of a pairing code. Left out are letters that are easily confused (I L, O Q, U V), vowels, so that no code is
 * a word, and F: 17 letters give 24 million codes.
 */
const shape = { alphabet: 'BCDGHJKMNPRSTWXYZ', length: 6 }

/** Returns a new random code that a browser shows to become a kiosk display: `KXRTMB`. Stores nothing. */
export const newPairingCode = (): string => randomCode(shape)

/** Returns a typed pairing code in its normal form (`normalCode`); null for a text that cannot be one. */
export const normalPairingCode = (typed: string): string | null => normalCode(typed, shape)
