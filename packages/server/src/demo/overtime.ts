import { DAY_MS, dayAt, instantOfWall, type Range, weekdayOf } from '@millwatch/domain/time'

const SATURDAY = 6
const hour = (h: number) => h * 3600

/** Deviations from the schedule at a unit with overtime, about two weeks before `startedAt` (epoch ms). */
export interface Overtime {
  /** Extra work on a Saturday, as shift 2. */
  readonly saturday: Range
  /** Part of shift 2 of the Wednesday before, from the break to its end, during which people went home early. */
  readonly evening: Range
  /** Time at which the people went home (epoch ms). */
  readonly wentHomeAt: number
}

/**
 * Returns the deviations in the latest week whose Saturday is at least 12 days before `startedAt` (epoch ms), in local time of
 * the zone: extra work on Saturday from 14:00 to 18:30, and people who went home at 20:30 instead of 22:00 on Wednesday.
 */
export function overtimeOf(zone: string, startedAt: number): Overtime {
  const latest = dayAt(startedAt - 12 * DAY_MS, zone)
  const saturday = latest - ((weekdayOf(latest) + 7 - SATURDAY) % 7)
  const wednesday = saturday - 3
  const at = (day: number, h: number) => instantOfWall(day, hour(h), zone)
  return {
    saturday: { from: at(saturday, 14), to: at(saturday, 18.5) },
    evening: { from: at(wednesday, 19), to: at(wednesday, 22) },
    wentHomeAt: at(wednesday, 20.5),
  }
}
