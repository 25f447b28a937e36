import { minuteOfDay, weekdayAndDate } from '../lib/zoned.ts'

const DAY_MS = 86_400_000

interface NamedRange {
  from: number
  to: number
  /** True when the range ends now and moves on. */
  isLive: boolean
}

/**
 * Returns a period in few words: `Sun 15 Nov – now`, `07:42 – now`, `Fri 20 Nov`, `Fri 20 Nov 08:00 – 12:00`. Times of
 * day are left out when the period begins and ends at midnight, and for starts long ago.
 */
export function rangeWords({ from, to, isLive }: NamedRange, now: number, zone: string): string {
  const isMidnight = (at: number): boolean => minuteOfDay(at, zone) === '00:00'
  const dayAndMinute = (at: number): string => `${weekdayAndDate(at, zone, now)} ${minuteOfDay(at, zone)}`
  const firstDay = weekdayAndDate(from, zone, now)
  if (isLive) {
    const isToday = firstDay === weekdayAndDate(now, zone, now)
    if (isToday && !isMidnight(from)) return `${minuteOfDay(from, zone)} – now`
    return `${isMidnight(from) || to - from > 7 * DAY_MS + DAY_MS / 12 ? firstDay : dayAndMinute(from)} – now`
  }
  const lastDay = weekdayAndDate(to - 1, zone, now)
  if (isMidnight(from) && isMidnight(to)) return firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`
  const end = firstDay === lastDay ? (isMidnight(to) ? '24:00' : minuteOfDay(to, zone)) : dayAndMinute(to)
  return `${dayAndMinute(from)} – ${end}`
}
