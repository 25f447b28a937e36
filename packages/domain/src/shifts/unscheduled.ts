import type { Range } from '../time/index.ts'

/**
 * Returns the parts of `within` (epoch ms) that lie outside the scheduled ranges, ascending and never empty. The ranges may
 * touch or overlap and come in any order.
 */
export function unscheduledIn(scheduled: readonly Range[], within: Range): Range[] {
  const parts: Range[] = []
  let reached = within.from
  for (const { from, to } of scheduled.toSorted((a, b) => a.from - b.from)) {
    if (from > reached) parts.push({ from: reached, to: Math.min(from, within.to) })
    reached = Math.max(reached, to)
    if (reached >= within.to) return parts.filter((part) => part.from < part.to)
  }
  parts.push({ from: reached, to: within.to })
  return parts.filter((part) => part.from < part.to)
}
