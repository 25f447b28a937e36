import type { Range } from '../time/index.ts'

/** The same time as few ranges: ascending, none touching another, none empty. */
export function unionOf(ranges: readonly Range[]): Range[] {
  const union: { from: number; to: number }[] = []
  for (const { from, to } of [...ranges].filter((one) => one.from < one.to).sort((a, b) => a.from - b.from)) {
    const last = union.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else union.push({ from, to })
  }
  return union
}

/** What of `ranges` lies in none of `cuts`, as few ranges, ascending. */
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
