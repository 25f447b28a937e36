import { hash } from 'node:crypto'

const BITS_LOG2 = 21
/** Number of bits of a filter: about 21 for each of 100,000 passwords. */
const BITS = 2 ** BITS_LOG2
/**
 * Number of bits that each password sets. With 100,000 passwords, about one in 25,000 other passwords is taken for one of the
 * filter.
 */
const BITS_EACH = 14
const BYTES = BITS / 8

/**
 * Returns the 14 numbers of the bits of a password. Upper and lower case give the same, as guesses try both. The numbers follow
 * from two parts of one hash (Kirsch and Mitzenmacher, 2006).
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

/** Returns true if a password is one of those of the filter, in any case of its letters; rarely also for another password. */
export const isInFilter = (filter: Uint8Array, password: string): boolean =>
  bitsOf(password).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0)
