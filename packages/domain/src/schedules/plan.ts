import type { ShiftRow } from '../shifts/types.ts'
import { dayAt, instantOfWall, midnightOf, type Range, weekdayOf } from '../time/index.ts'
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
 * Returns rows of shift history without the parts that lie in any of the spans. A row may be cut into several; a row wholly
 * inside a span is left out.
 */
export function outside(rows: readonly ShiftRow[], spans: readonly Range[]): ShiftRow[] {
  const taken = [...spans].sort((a, b) => a.from - b.from)
  return rows.flatMap((row) => {
    const left: ShiftRow[] = []
    let from = row.startedAt
    for (const span of taken) {
      if (span.to <= from) continue
      if (span.from >= row.endedAt) break
      if (span.from > from) left.push({ ...row, startedAt: from, endedAt: span.from })
      from = span.to
    }
    if (from < row.endedAt) left.push({ ...row, startedAt: from, endedAt: row.endedAt })
    return left
  })
}
