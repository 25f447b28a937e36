/** Returns `parts` as a percentage of `ofParts`, not rounded; null if `ofParts` is 0 or null. */
export const partsShare = (parts: number, ofParts: number | null): number | null =>
  ofParts === null || ofParts === 0 ? null : (parts / ofParts) * 100
