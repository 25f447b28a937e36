import type { NamedShift } from '@millwatch/domain/scope'
import { DAY_MS } from '@millwatch/domain/time'
import { dateAndMinute, dayOf, hasTwelveHours, isMidnight, minuteOfDay } from '../lib/dates.ts'
import { shiftNames } from '../ui/shifts.ts'

interface NamedRange {
  from: number
  to: number
  /** True when the range ends now and moves on. */
  isLive: boolean
}

/**
 * Returns a period as short text, for en-US: `Sun, Nov 15 – now`, `7:42 AM – now`, `Fri, Nov 20`, `11/20 8:00 AM – 12:00 PM`.
 * Times of day are left out when the period begins at midnight and ends at midnight or is live, or is live and longer than 7 days
 * and 2 h.
 */
export function rangeWords({ from, to, isLive }: NamedRange, now: number, zone: string): string {
  const momentOf = (at: number): string => dateAndMinute(at, zone, now)
  const firstDay = dayOf(from, zone, now)
  if (isLive) {
    const isToday = firstDay === dayOf(now, zone, now)
    if (isToday && !isMidnight(from, zone)) return `${minuteOfDay(from, zone)} – now`
    return `${isMidnight(from, zone) || to - from > 7 * DAY_MS + DAY_MS / 12 ? firstDay : momentOf(from)} – now`
  }
  const lastDay = dayOf(to - 1, zone, now)
  if (isMidnight(from, zone) && isMidnight(to, zone))
    return firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`
  if (firstDay !== lastDay) return `${momentOf(from)} – ${momentOf(to)}`
  // A clock of 12 hours has no 24:00, and its 12:00 AM needs the day that it begins.
  const end = !isMidnight(to, zone) ? minuteOfDay(to, zone) : hasTwelveHours() ? momentOf(to) : '24:00'
  return `${momentOf(from)} – ${end}`
}

/**
 * Returns the name and the hours of a shift, for en-US: `2nd shift 2:00 PM – 10:00 PM`, with its day where that is not today. For
 * undefined returns `No shifts here, today`, or with the day in `otherwise`.
 */
export function shiftRangeWords(
  shift: NamedShift | undefined,
  now: number,
  zone: string,
  otherwise: 'today' | 'yesterday' = 'today',
): string {
  if (shift === undefined) return `No shifts here, ${otherwise}`
  const isToday = [shift.from, shift.to - 1].every((at) => dayOf(at, zone, now) === dayOf(now, zone, now))
  const hours = isToday
    ? `${minuteOfDay(shift.from, zone)} – ${minuteOfDay(shift.to, zone)}`
    : rangeWords({ ...shift, isLive: false }, now, zone)
  return `${shiftNames[shift.shift]} ${hours}`
}
