import { dayAt, instantOfWall, type Range, weekdayOf } from '@millwatch/domain/time'

const DAY_MS = 86_400_000
const SATURDAY = 6
const hour = (h: number) => h * 3600

/** What happened otherwise than scheduled at a unit with overtime, about two weeks before `startedAt` (epoch ms). */
export interface Overtime {
  /** Worked besides, on a Saturday, as shift 2. */
  readonly saturday: Range
  /** The part of shift 2 of the Wednesday before that people went home early from, from the break to its end. */
  readonly evening: Range
  /** When they went. */
  readonly wentHomeAt: number
}

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
