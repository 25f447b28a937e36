import { DAY_S } from '../time/index.ts'
import { type DayFault, faultInDay, normaliseSchedule, type Schedule, type ScheduleRange } from './schedule.ts'

/** Step (seconds) to which times of a schedule are rounded, and the shortest range (specification 2, section 9). */
export const SCHEDULE_STEP_S = 300

type Day = readonly ScheduleRange[]
type Week = readonly Day[]

/** Returns the second of the day rounded to the nearest multiple of 300 s, at least 0 and at most 86,400. */
export const toStep = (second: number): number =>
  Math.min(DAY_S, Math.max(0, Math.round(second / SCHEDULE_STEP_S) * SCHEDULE_STEP_S))

/**
 * Returns the range, with a length of one step when start and end are equal: the end moves 300 s later, or at midnight the
 * start 300 s earlier (specification 2, section 5). An end before the start stays.
 */
export function withLength([start, end, shift]: ScheduleRange): ScheduleRange {
  if (start !== end) return [start, end, shift]
  return end === DAY_S ? [start - SCHEDULE_STEP_S, end, shift] : [start, end + SCHEDULE_STEP_S, shift]
}

/**
 * Returns a new range for a day, from the latest end of its ranges to midnight, without a shift; null when less than 300 s
 * are left.
 */
export function rangeToAdd(ranges: Day): ScheduleRange | null {
  const freeFrom = Math.max(0, ...ranges.map(([, end]) => end))
  return freeFrom > DAY_S - SCHEDULE_STEP_S ? null : [freeFrom, DAY_S, 0]
}

/**
 * Returns the first fault, by time, of a day that a person is editing, or null. The ranges may be in any order; `index` is
 * the place of the faulty range in that order.
 */
export function faultOfDraft(ranges: Day): DayFault | null {
  const inOrder = ranges.map((range, place) => ({ range, place })).sort((a, b) => a.range[0] - b.range[0])
  const fault = faultInDay(inOrder.map(({ range }) => range))
  return fault === null ? null : { ...fault, index: inOrder[fault.index]?.place ?? 0 }
}

/** Returns the week with the ranges of weekday `from` in place of those of each weekday in `to`, 0 Sunday to 6 Saturday. */
export function copyDay(week: Week, from: number, to: readonly number[]): Schedule {
  return weekOf(week.map((ranges, weekday) => (to.includes(weekday) ? (week[from] ?? []) : ranges)))
}

/**
 * Returns the week with a range that ends before it starts split at midnight: the first part stays on its weekday; the second,
 * unless it is empty, is put before the ranges of the next day. Returns null when the range does not exist or does not cross
 * midnight, or when the next day is not free in that time.
 */
export function overMidnight(week: Week, weekday: number, index: number): Schedule | null {
  const range = week[weekday]?.[index]
  const nextDay = (weekday + 1) % 7
  if (range === undefined || range[1] >= range[0] || range[0] === DAY_S) return null
  const [start, end, shift] = range
  const next = week[nextDay] ?? []
  if (end > 0 && next.some(([begins]) => begins < end)) return null
  return weekOf(
    week.map((ranges, day) => {
      if (day === weekday)
        return ranges.map((dayRange, place) => (place === index ? ([start, DAY_S, shift] as const) : dayRange))
      return day === nextDay && end > 0 ? [[0, end, shift] as const, ...ranges] : ranges
    }),
  )
}

/**
 * Returns the second of the next day until which the last range of a day continues after midnight under the same shift;
 * null if it does not, or if it fills the whole next day. The ranges of each day must be in order; weekday 0 is Sunday.
 */
export function carriedUntil(week: Week, weekday: number): number | null {
  const last = week[weekday]?.at(-1)
  const first = week[(weekday + 1) % 7]?.[0]
  if (last === undefined || first === undefined || last[1] !== DAY_S || first[0] !== 0 || first[2] !== last[2])
    return null
  return first[1] === DAY_S ? null : first[1]
}

/**
 * Returns the week after a template is applied. A template of a day (a list of ranges) replaces the weekdays in `days`. A
 * template of a week replaces the whole week, and `days` is not read.
 */
export function withTemplate(
  week: Week,
  ranges: Day | { readonly [weekday: string]: Day | undefined },
  days: readonly number[],
): Schedule {
  if (!isDay(ranges)) return normaliseSchedule(ranges)
  return weekOf(week.map((dayRanges, weekday) => (days.includes(weekday) ? ranges : dayRanges)))
}

const isDay = (ranges: Day | object): ranges is Day => Array.isArray(ranges)

/** Builds a week without sorting its ranges, so that they do not move while a person edits them. */
function weekOf([sun = [], mon = [], tue = [], wed = [], thu = [], fri = [], sat = []]: Week): Schedule {
  return [sun, mon, tue, wed, thu, fri, sat]
}
