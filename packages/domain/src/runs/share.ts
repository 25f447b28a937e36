/** Returns parts as a percentage of other parts, not rounded; null if there are none of the others. */
export const partsShare = (parts: number, ofParts: number | null): number | null =>
  ofParts === null || ofParts === 0 ? null : (parts / ofParts) * 100
