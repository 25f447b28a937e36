import { dayAt, instantOfWall, localWeekOf, type Range, startOfLocalDay, weekdayOf } from '../time/index.ts'

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
/** Time after which a report that an outage held up is left out. */
const CAUGHT_UP_MS = 6 * 3_600_000
const SUNDAY = 0

/**
 * Returns the last complete period before an instant (epoch ms) in a zone: the local day before, or the week from Sunday to
 * Sunday before.
 */
export function latestPeriod(cadence: Cadence, now: number, zone: string): MailedPeriod {
  if (cadence === 'weekly') {
    const { from: to } = localWeekOf(now, zone)
    const { from } = localWeekOf(to - 1, zone)
    return { cadence, from, to }
  }
  const to = startOfLocalDay(now, zone)
  return { cadence, from: startOfLocalDay(to - 1, zone), to }
}

/**
 * Returns the reports that are due to a person at an instant (epoch ms) in the zone of their unit: from 06:00 of a chosen
 * weekday (Sunday for the weekly one) for six hours, so that a server that was away catches up. A time that clocks skip is the
 * instant of the change. The caller keeps that a period is sent once.
 */
export function periodsDue({ weekly, dailyDays }: ReportChoice, now: number, zone: string): MailedPeriod[] {
  const day = dayAt(now, zone)
  const dueAt = instantOfWall(day, SENT_AT_S, zone)
  if (now < dueAt || now >= dueAt + CAUGHT_UP_MS) return []
  const weekday = weekdayOf(day)
  return [
    ...(dailyDays.includes(weekday) ? [latestPeriod('daily', now, zone)] : []),
    ...(weekly && weekday === SUNDAY ? [latestPeriod('weekly', now, zone)] : []),
  ]
}
