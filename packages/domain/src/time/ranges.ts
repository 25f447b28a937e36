import type { Range } from './range.ts'
import { firstIndex } from './search.ts'

/**
 * Returns the time that the ranges cover as the fewest ranges, ascending: ranges that overlap, touch or have a gap of at most
 * `gapMs` are joined. They may come in any order, and empty ones are left out.
 */
export function joined(ranges: Iterable<Range>, gapMs = 0): Range[] {
  const list: { from: number; to: number }[] = []
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    if (from >= to) continue
    const last = list.at(-1)
    if (last !== undefined && from - last.to <= gapMs) last.to = Math.max(last.to, to)
    else list.push({ from, to })
  }
  return list
}

/**
 * Returns the time of `ranges` that lies in none of `cuts`, as the fewest ranges, ascending. Both lists may be in any order, and
 * their ranges may overlap.
 */
export function without(ranges: Iterable<Range>, cuts: Iterable<Range>): Range[] {
  const holes = joined(cuts)
  const left: Range[] = []
  let next = 0
  for (const range of joined(ranges)) {
    let { from } = range
    while ((holes[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++
    for (let i = next; i < holes.length; i++) {
      const hole = holes[i] as Range
      if (hole.from >= range.to) break
      if (hole.from > from) left.push({ from, to: hole.from })
      from = hole.to
    }
    if (from < range.to) left.push({ from, to: range.to })
  }
  return left
}

/**
 * Returns the parts of `items` that lie inside `ranges`, ascending, each with the other fields of its item. An item across
 * several ranges becomes several parts, and parts that touch are not joined; empty parts are left out. Both lists ascend by
 * start, and neither the items nor the ranges overlap each other.
 */
export function partsWithin<Item extends Range>(items: readonly Item[], ranges: readonly Range[]): Item[] {
  const parts: Item[] = []
  let first = 0
  for (const range of ranges) {
    while (first < items.length && (items[first] as Item).to <= range.from) first++
    for (let i = first; i < items.length; i++) {
      const item = items[i] as Item
      if (item.from >= range.to) break
      const from = Math.max(item.from, range.from)
      const to = Math.min(item.to, range.to)
      if (from < to) parts.push({ ...item, from, to })
    }
  }
  return parts
}

/** Returns how many ms of a range lie inside `ranges`, which ascend and do not overlap; 0 for an empty range. */
export function msWithin({ from, to }: Range, ranges: readonly Range[]): number {
  let ms = 0
  for (let i = firstEndingAfter(ranges, from); i < ranges.length; i++) {
    const range = ranges[i] as Range
    if (range.from >= to) break
    ms += Math.max(0, Math.min(range.to, to) - Math.max(range.from, from))
  }
  return ms
}

/**
 * Returns the index of the first range that ends after an instant (epoch ms); the length of the list if there is none. The ranges
 * ascend and do not overlap.
 */
export function firstEndingAfter(ranges: readonly Range[], at: number): number {
  return firstIndex(ranges.length, (i) => (ranges[i] as Range).to > at)
}
