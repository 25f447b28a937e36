import type { Range } from '../time/index.ts'

/**
 * Returns the time covered by the ranges as the fewest ranges: ascending, with a gap between neighbours. Empty ranges are
 * left out.
 */
export function unionOf(ranges: readonly Range[]): Range[] {
  const union: { from: number; to: number }[] = []
  for (const { from, to } of [...ranges].filter((range) => range.from < range.to).sort((a, b) => a.from - b.from)) {
    const last = union.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else union.push({ from, to })
  }
  return union
}

/** Returns the parts of `ranges` that lie in none of `cuts`, as the fewest ranges, ascending. */
export function without(ranges: readonly Range[], cuts: readonly Range[]): Range[] {
  const gaps = unionOf(cuts)
  return unionOf(ranges).flatMap((range) => {
    const left: Range[] = []
    let { from } = range
    for (const gap of gaps) {
      if (gap.to <= from || gap.from >= range.to) continue
      if (gap.from > from) left.push({ from, to: gap.from })
      from = gap.to
    }
    if (from < range.to) left.push({ from, to: range.to })
    return left
  })
}
