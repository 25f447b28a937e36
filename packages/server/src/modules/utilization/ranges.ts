import { localWeekOf, type Range } from '@millwatch/domain/time'

/**
 * Length of a quarter-hour in ms; quarter-hours begin at multiples of it (UTC). In this file all lists of ranges are
 * ascending, and their ranges neither overlap nor touch.
 */
export const QUARTER_MS = 900_000

/** Returns the start (epoch ms) of the quarter-hour that contains an instant. */
export const floorQuarter = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS

/** Returns the first start of a quarter-hour (epoch ms) at or after an instant. */
export const ceilQuarter = (at: number): number => Math.ceil(at / QUARTER_MS) * QUARTER_MS

/** Returns the time that the ranges cover: sorted by start, with those that overlap or touch joined, and without empty ones. */
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

/** Returns the parts of the ranges that lie inside another range, in the order of the ranges; empty parts are left out. */
export function clipped(ranges: readonly Range[], { from, to }: Range): Range[] {
  return ranges.flatMap((range) => {
    const part = { from: Math.max(range.from, from), to: Math.min(range.to, to) }
    return part.from < part.to ? [part] : []
  })
}

/** Returns the parts of a range that lie outside all `holes`, ascending. `holes` must be as returned by `joined`. */
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

/** Returns the local weeks of a time zone, Sunday to Sunday, that lie wholly in a range; in order. */
export function wholeWeeks({ from, to }: Range, zone: string): Range[] {
  const weeks: Range[] = []
  for (let week = localWeekOf(from, zone); week.to <= to; week = localWeekOf(week.to, zone))
    if (week.from >= from) weeks.push(week)
  return weeks
}
