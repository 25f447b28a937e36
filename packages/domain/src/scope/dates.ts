import { dayOfDate, instantOfWall, midnightOf, type Range, type WallTime, wallAt } from '../time/index.ts'

/** The last minute a day has on the wall. */
const LAST_MINUTE = 1439
const MINUTE_MS = 60_000

/** When a day was chosen anew: its beginning. */
export const startOfPick = (date: number): WallTime => ({ date, minute: 0 })
/** When a day was chosen anew: its last minute. */
export const endOfPick = (date: number): WallTime => ({ date, minute: LAST_MINUTE })

/**
 * The period `[from, to)` (epoch ms) between two times of the wall: with no end up to the end of the start's day, and never
 * past the minute that now lies in. 23:59 as an end means the whole day. Undefined where nothing lies between.
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

/** A period as two times of the wall, for choosing another: an end at midnight is 23:59 of the day before. */
export function pickOf({ from, to }: Range, zone: string): { readonly start: WallTime; readonly end: WallTime } {
  const end = wallAt(to, zone)
  return { start: wallAt(from, zone), end: end.minute === 0 ? wallAt(to - 1, zone) : end }
}
