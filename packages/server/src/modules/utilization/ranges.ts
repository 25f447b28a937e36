import { localWeekOf, type Range } from '@millwatch/domain/time'

/** Lists of ranges here are ascending and neither overlap nor meet. */

export const QUARTER_MS = 900_000

export const floorQuarter = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS
export const ceilQuarter = (at: number): number => Math.ceil(at / QUARTER_MS) * QUARTER_MS

/** Any ranges, put in order; those that overlap or meet are joined, empty ones left out. */
export function joined(ranges: Iterable<Range>): Range[] {
  const list: Range[] = []
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    if (from >= to) continue
    const last = list.at(-1)
    if (last !== undefined && last.to >= from) list[list.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else list.push({ from, to })
  }
  return list
}

/** What of ranges lies inside another. */
export function clipped(ranges: readonly Range[], { from, to }: Range): Range[] {
  return ranges.flatMap((one) => {
    const part = { from: Math.max(one.from, from), to: Math.min(one.to, to) }
    return part.from < part.to ? [part] : []
  })
}

/** What of a range lies outside all of `holes`, which are as `joined` makes them. */
export function without(range: Range, holes: readonly Range[]): Range[] {
  const list: Range[] = []
  let { from } = range
  for (const hole of holes) {
    if (hole.to <= from) continue
    if (hole.from >= range.to) break
    if (hole.from > from) list.push({ from, to: hole.from })
    from = Math.max(from, hole.to)
  }
  if (from < range.to) list.push({ from, to: range.to })
  return list
}

/** The local weeks, Sunday to Sunday, that lie wholly in a range. */
export function wholeWeeks({ from, to }: Range, zone: string): Range[] {
  const weeks: Range[] = []
  for (let week = localWeekOf(from, zone); week.to <= to; week = localWeekOf(week.to, zone))
    if (week.from >= from) weeks.push(week)
  return weeks
}
