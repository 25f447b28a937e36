/** Stream of numbers in [0, 1) that depends on its seed only; each call returns the next one. */
export type Random = () => number

/**
 * Returns a seed of 32 bits that depends on words and numbers and their order (FNV-1a, then a finaliser). Equal arguments give an
 * equal seed.
 */
export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) {
    const text = `${part}|`
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Returns a stream of random numbers (Mulberry32): equal seeds give equal streams on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Returns a random number from `low` (included) to `high` (excluded), and takes one number from the stream. */
export const between = (random: Random, low: number, high: number): number => low + random() * (high - low)

/**
 * Returns a random number, roughly normal around 0 with a standard deviation of 1, from -3 to 3. It takes three numbers from
 * the stream.
 */
export const wobble = (random: Random): number => (random() + random() + random() - 1.5) * 2

/** Returns a new list with the same items, in an order that depends on the seed only (Fisher-Yates). */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = randomFrom(seed)
  const out = [...list]
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = out[i] as T
    out[i] = out[j] as T
    out[j] = held
  }
  return out
}
