import { DAY_S, type DayFault, faultInDay, normaliseSchedule, type Schedule, type ScheduleRange } from './schedule.ts'

/** People set schedules in steps of five minutes, and no range is shorter (specification 2, section 9). */
export const SCHEDULE_STEP_S = 300

type Day = readonly ScheduleRange[]
type Week = readonly Day[]

/** The nearest step of the day. */
export const toStep = (second: number): number =>
  Math.min(DAY_S, Math.max(0, Math.round(second / SCHEDULE_STEP_S) * SCHEDULE_STEP_S))

/**
 * A range whose ends differ: where they are equal the end is pushed a step later, or at midnight the start pulled a step
 * earlier (specification 2, section 5).
 */
export function withLength([start, end, shift]: ScheduleRange): ScheduleRange {
  if (start !== end) return [start, end, shift]
  return end === DAY_S ? [start - SCHEDULE_STEP_S, end, shift] : [start, end + SCHEDULE_STEP_S, shift]
}

/** A new range of a day: from the end of its last one through midnight; null where nothing is left. */
export function rangeToAdd(ranges: Day): ScheduleRange | null {
  const freeFrom = Math.max(0, ...ranges.map(([, end]) => end))
  return freeFrom > DAY_S - SCHEDULE_STEP_S ? null : [freeFrom, DAY_S, 0]
}

/** What is wrong with a day as it is being written, in whatever order its ranges stand; `index` is the place there. */
export function faultOfDraft(ranges: Day): DayFault | null {
  const inOrder = ranges.map((range, place) => ({ range, place })).sort((a, b) => a.range[0] - b.range[0])
  const fault = faultInDay(inOrder.map(({ range }) => range))
  return fault === null ? null : { ...fault, index: inOrder[fault.index]?.place ?? 0 }
}

/** A week with one day's ranges taken to others. */
export function copyDay(week: Week, from: number, to: readonly number[]): Schedule {
  return weekOf(week.map((ranges, weekday) => (to.includes(weekday) ? (week[from] ?? []) : ranges)))
}

/**
 * A range that ends before it starts goes on after midnight: up to midnight on its own day, and from midnight to its end on
 * the next. Null where the next day holds something in that time, or where the range does not go over midnight.
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
      if (day === weekday) return ranges.map((one, place) => (place === index ? ([start, DAY_S, shift] as const) : one))
      return day === nextDay && end > 0 ? [[0, end, shift] as const, ...ranges] : ranges
    }),
  )
}

/** Until when the last range of a day goes on after midnight under the same shift; null: it does not. */
export function carriedUntil(week: Week, weekday: number): number | null {
  const last = week[weekday]?.at(-1)
  const first = week[(weekday + 1) % 7]?.[0]
  if (last === undefined || first === undefined || last[1] !== DAY_S || first[0] !== 0 || first[2] !== last[2])
    return null
  return first[1] === DAY_S ? null : first[1]
}

/** What a template makes of a week: a daily one is put on some of its days, a weekly one replaces all of it. */
export function withTemplate(
  week: Week,
  ranges: Day | { readonly [weekday: string]: Day | undefined },
  days: readonly number[],
): Schedule {
  if (!isDay(ranges)) return normaliseSchedule(ranges)
  return weekOf(week.map((own, weekday) => (days.includes(weekday) ? ranges : own)))
}

const isDay = (ranges: Day | object): ranges is Day => Array.isArray(ranges)

/** As it is being written: nothing is sorted under the hands of who writes. */
function weekOf([sun = [], mon = [], tue = [], wed = [], thu = [], fri = [], sat = []]: Week): Schedule {
  return [sun, mon, tue, wed, thu, fri, sat]
}
