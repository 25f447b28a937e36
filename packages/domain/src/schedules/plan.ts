import type { ShiftRow } from '../shifts/types.ts'
import { dayAt, instantOfWall, midnightOf, partsWithin, type Range, weekdayOf, without } from '../time/index.ts'
import type { Schedule } from './schedule.ts'

/**
 * Returns the shifts that a schedule gives a period (epoch ms) in a zone, ascending, clipped to the period. Seconds are
 * wall-clock time: a time that does not exist is the instant of the change, and one that occurs twice is the first. So ranges
 * that meet on the wall clock meet in time, and a range that lies wholly in skipped hours is left out (domain, section 1).
 */
export function shiftsOfSchedule(schedule: Schedule, zone: string, { from, to }: Range): ShiftRow[] {
  const rows: ShiftRow[] = []
  if (to <= from) return rows
  const last = dayAt(to - 1, zone)
  for (let day = dayAt(from, zone); day <= last; day++) {
    if (midnightOf(day, zone) === midnightOf(day + 1, zone)) continue
    for (const [startSecond, endSecond, shift] of schedule[weekdayOf(day) as 0]) {
      const startedAt = Math.max(from, instantOfWall(day, startSecond, zone))
      const endedAt = Math.min(to, instantOfWall(day, endSecond, zone))
      if (startedAt < endedAt) rows.push({ shift, startedAt, endedAt, zone })
    }
  }
  return rows
}

/**
 * Returns `to`, the end of tomorrow, up to which shift history is written at `now`, and `dueAt`, the next midnight, when one
 * more day is due. All are epoch ms; days are those of the zone.
 */
export function horizonOfPlan(now: number, zone: string): { readonly to: number; readonly dueAt: number } {
  const today = dayAt(now, zone)
  return { to: midnightOf(today + 2, zone), dueAt: midnightOf(today + 1, zone) }
}

/**
 * Returns rows of shift history, which ascend and do not overlap, without the parts that lie in any of the spans. A row may be
 * cut into several; a row wholly inside a span is left out.
 */
export function outside(rows: readonly ShiftRow[], spans: readonly Range[]): ShiftRow[] {
  const ever = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  const ranges = rows.map((row) => ({ from: row.startedAt, to: row.endedAt, row }))
  return partsWithin(ranges, without([ever], spans)).map(({ from, to, row }) => ({
    ...row,
    startedAt: from,
    endedAt: to,
  }))
}
