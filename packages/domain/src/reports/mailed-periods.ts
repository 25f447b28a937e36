import { dayAt, instantOfWall, midnightOf, type Range, startOfLocalDay, weekdayOf } from '../time/index.ts'

/** Rhythm of a mailed report. */
export type Cadence = 'daily' | 'weekly'

/** Mailed reports that a person has chosen. */
export interface ReportChoice {
  readonly weekly: boolean
  /** Weekdays on which the daily report is sent, 0 Sunday to 6 Saturday. */
  readonly dailyDays: readonly number[]
}

/** Period of a mailed report (epoch ms). A person gets one mail per `cadence` and `from`. */
export interface MailedPeriod extends Range {
  readonly cadence: Cadence
}

/** Time of day at which reports are sent, s: 06:00 (ruling R24). */
const SENT_AT_S = 6 * 3600
/** Time (ms, 6 hours) after the time of sending within which a report that an outage delayed is still sent. */
const CAUGHT_UP_MS = 6 * 3_600_000

/** Calendar of a report: the zone of its unit, and the first day of weeks (0 Sunday, 1 Monday) of the company. */
export interface ReportCalendar {
  readonly zone: string
  readonly firstWeekday: 0 | 1
}

/**
 * Returns the last complete period before an instant (epoch ms) in a zone: the local day before, or the whole week before, from
 * the first day of weeks.
 */
export function latestPeriod(cadence: Cadence, now: number, { zone, firstWeekday }: ReportCalendar): MailedPeriod {
  if (cadence === 'weekly') {
    const today = dayAt(now, zone)
    const first = today - ((weekdayOf(today) - firstWeekday + 7) % 7)
    return { cadence, from: midnightOf(first - 7, zone), to: midnightOf(first, zone) }
  }
  const to = startOfLocalDay(now, zone)
  return { cadence, from: startOfLocalDay(to - 1, zone), to }
}

/**
 * Returns the reports that are due to a person at an instant (epoch ms) in the zone of their unit: from 06:00 of a chosen
 * weekday (for the weekly report the first day of the week) for six hours, so that a server that was away catches up. A time that
 * clocks skip is the instant of the change. The caller must send each period only once.
 */
export function periodsDue({ weekly, dailyDays }: ReportChoice, now: number, calendar: ReportCalendar): MailedPeriod[] {
  const { zone, firstWeekday } = calendar
  const day = dayAt(now, zone)
  const dueAt = instantOfWall(day, SENT_AT_S, zone)
  if (now < dueAt || now >= dueAt + CAUGHT_UP_MS) return []
  const weekday = weekdayOf(day)
  return [
    ...(dailyDays.includes(weekday) ? [latestPeriod('daily', now, calendar)] : []),
    ...(weekly && weekday === firstWeekday ? [latestPeriod('weekly', now, calendar)] : []),
  ]
}
