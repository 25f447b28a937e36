import type { ScheduleInForce, ScheduleRange } from '@millwatch/domain/schedules'
import type { Shift } from '@millwatch/domain/shifts'
import type { OrgUnitRow } from '../tree/index.ts'
import type { TemplateRow } from './queries.ts'

/**
 * Converts a schedule in force into API form. `schedule_source` is `self`, or the name of the unit from which it is
 * inherited.
 */
export function presentSchedule({ schedule, source }: ScheduleInForce<OrgUnitRow>) {
  return { schedule: presentWeek((weekday) => schedule[weekday]), schedule_source: source?.name ?? 'self' }
}

export function presentTemplate({ id, name, type, ranges }: TemplateRow) {
  const content = isRanges(ranges) ? presentDay(ranges) : presentWeek((weekday) => ranges[weekday] ?? [])
  return { id, name, type, schedule_json_local: content }
}

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

function presentWeek(day: (weekday: Weekday) => readonly ScheduleRange[]) {
  const presentWeekday = (weekday: Weekday) => presentDay(day(weekday))
  return {
    0: presentWeekday(0),
    1: presentWeekday(1),
    2: presentWeekday(2),
    3: presentWeekday(3),
    4: presentWeekday(4),
    5: presentWeekday(5),
    6: presentWeekday(6),
  }
}

function presentDay(ranges: readonly ScheduleRange[]) {
  return ranges.map(([start, end, shift]): [number, number, Shift] => [start, end, shift])
}

const isRanges = (ranges: TemplateRow['ranges']): ranges is readonly ScheduleRange[] => Array.isArray(ranges)
