import { dayOfDate, instantOfWall, MINUTE_MS, midnightOf, type Range, type WallTime, wallAt } from '../time/index.ts'

/** Last minute of a day that wall clocks show. */
const LAST_MINUTE = 1439

/** Returns the default start for a newly chosen date (20260308): 00:00. */
export const startOfPick = (date: number): WallTime => ({ date, minute: 0 })
/** Returns the default end for a newly chosen date (20260308): 23:59. */
export const endOfPick = (date: number): WallTime => ({ date, minute: LAST_MINUTE })

/**
 * Returns the period `[from, to)` (epoch ms) between two wall-clock times of a zone. Without an end it lasts until the end of
 * the start's day. 23:59 as an end means the next midnight. The period ends at the start of the current minute at the latest.
 * Undefined when it is empty.
 */
export function pickedPeriod(
  start: WallTime,
  end: WallTime | undefined,
  { now, zone }: { readonly now: number; readonly zone: string },
): Range | undefined {
  const from = instantOfWall(dayOfDate(start.date), start.minute * 60, zone)
  const to = Math.min(endInstant(end ?? endOfPick(start.date), zone), Math.floor(now / MINUTE_MS) * MINUTE_MS)
  return from < to ? { from, to } : undefined
}

const endInstant = ({ date, minute }: WallTime, zone: string): number =>
  minute === LAST_MINUTE ? midnightOf(dayOfDate(date) + 1, zone) : instantOfWall(dayOfDate(date), minute * 60, zone)

/**
 * Returns the start and end of a period as wall-clock times of a zone, whole minutes, for editing. An end at midnight becomes
 * 23:59 of the day before.
 */
export function pickOf({ from, to }: Range, zone: string): { readonly start: WallTime; readonly end: WallTime } {
  const end = wallAt(to, zone)
  return { start: wallAt(from, zone), end: end.minute === 0 ? wallAt(to - 1, zone) : end }
}
