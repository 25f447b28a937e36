import { DAY_S, type DayFault, faultInDay, normaliseSchedule, type Schedule, type ScheduleRange } from './schedule.ts'

/** Step (seconds) in which people set schedules; no range is shorter (specification 2, section 9). */
export const SCHEDULE_STEP_S = 300

type Day = readonly ScheduleRange[]
type Week = readonly Day[]

/** Returns the second of the day rounded to the nearest step, from 0 to 86,400. */
export const toStep = (second: number): number =>
  Math.min(DAY_S, Math.max(0, Math.round(second / SCHEDULE_STEP_S) * SCHEDULE_STEP_S))

/**
 * Returns a range whose ends differ. When they are equal, the end moves one step later; at midnight the start moves one step
 * earlier instead (specification 2, section 5).
 */
export function withLength([start, end, shift]: ScheduleRange): ScheduleRange {
  if (start !== end) return [start, end, shift]
  return end === DAY_S ? [start - SCHEDULE_STEP_S, end, shift] : [start, end + SCHEDULE_STEP_S, shift]
}

/** Returns a new range for a day, from the end of its last range to midnight, without a shift; null when no time is left. */
export function rangeToAdd(ranges: Day): ScheduleRange | null {
  const freeFrom = Math.max(0, ...ranges.map(([, end]) => end))
  return freeFrom > DAY_S - SCHEDULE_STEP_S ? null : [freeFrom, DAY_S, 0]
}

/**
 * Returns the first fault of a day that a person is editing, or null. The ranges may be in any order; `index` is the place in
 * that order.
 */
export function faultOfDraft(ranges: Day): DayFault | null {
  const inOrder = ranges.map((range, place) => ({ range, place })).sort((a, b) => a.range[0] - b.range[0])
  const fault = faultInDay(inOrder.map(({ range }) => range))
  return fault === null ? null : { ...fault, index: inOrder[fault.index]?.place ?? 0 }
}

/** Returns the week with the ranges of one day copied to other days. */
export function copyDay(week: Week, from: number, to: readonly number[]): Schedule {
  return weekOf(week.map((ranges, weekday) => (to.includes(weekday) ? (week[from] ?? []) : ranges)))
}

/**
 * Splits a range that ends before it starts at midnight: the first part stays on its day, the rest goes to the next day.
 * Returns null when the next day is not free in that time, or when the range does not cross midnight.
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
 * Returns the second of the next day until which the last range of a day continues after midnight under the same shift; null:
 * it does not continue.
 */
export function carriedUntil(week: Week, weekday: number): number | null {
  const last = week[weekday]?.at(-1)
  const first = week[(weekday + 1) % 7]?.[0]
  if (last === undefined || first === undefined || last[1] !== DAY_S || first[0] !== 0 || first[2] !== last[2])
    return null
  return first[1] === DAY_S ? null : first[1]
}

/**
 * Returns a week after a template is applied: a daily template replaces the chosen days, a weekly one replaces the whole week.
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
