import { hash } from 'node:crypto'

const BITS_LOG2 = 21
/** Bits of a filter: 21 for each of 100,000 passwords. */
const BITS = 2 ** BITS_LOG2
/** Bits that each password sets: with 100,000 passwords, one in 25,000 others is taken for one of them. */
const BITS_EACH = 14
const BYTES = BITS / 8

/**
 * Returns the places of the bits of a password. Letters count alike in upper and lower case, as guesses try both. The
 * places follow from two parts of one hash (Kirsch and Mitzenmacher, 2006).
 */
function bitsOf(password: string): number[] {
  const digest = hash('sha256', password.toLowerCase().normalize('NFC'), 'buffer')
  const [first, step] = [digest.readUInt32LE(0), 2 * digest.readUInt16LE(4) + 1]
  return Array.from({ length: BITS_EACH }, (_, i) => (first + i * step) % BITS)
}

/** Returns a Bloom filter (262,144 bytes) of these passwords. The passwords cannot be read from it. */
export function makePasswordFilter(passwords: Iterable<string>): Uint8Array {
  const filter = new Uint8Array(BYTES)
  for (const password of passwords) {
    for (const bit of bitsOf(password)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  return filter
}

/** Returns true if a password is one of those of the filter, and, rarely, for another one. */
export const isInFilter = (filter: Uint8Array, password: string): boolean =>
  bitsOf(password).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
