/**
 * Returns true if two JSON values are equal, so that a change that sets nothing else stores nothing. The order of keys does not
 * matter, as the database stores objects in its own order; the order of an array does.
 */
export function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  if (Array.isArray(a) !== Array.isArray(b) || left.length !== right.size) return false
  return left.every(([key, value]) => right.has(key) && isEqual(value, right.get(key)))
}
