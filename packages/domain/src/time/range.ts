/** Half-open `[from, to)` in epoch ms. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The part of `a` that lies in `b`; null where that is empty. */
export function overlap(a: Range, b: Range): Range | null {
  const from = Math.max(a.from, b.from)
  const to = Math.min(a.to, b.to)
  return from < to ? { from, to } : null
}
