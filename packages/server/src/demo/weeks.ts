import type { ScheduleRange, WeekOfRanges } from '@millwatch/domain/schedules'
import type { Shift } from '@millwatch/domain/shifts'
import type { MachineSpec } from '@millwatch/simulator/plant'

/**
 * Shift pattern. In `continuous` no break interrupts the shifts. `onDemand` has no shifts: the machine works when a person needs
 * a part.
 */
type Pattern = NonNullable<MachineSpec['shifts']> | 'onDemand'

const range = (fromHour: number, toHour: number, shift: Shift): ScheduleRange => [fromHour * 3600, toHour * 3600, shift]

/** Parts of the three shifts, each with a break; the third shift begins before midnight. */
const night = [range(0, 2.5, 3), range(3, 6, 3)]
const early = [range(6, 10.5, 1), range(11, 14, 1)]
const late = [range(14, 18.5, 2), range(19, 22, 2)]
const nightBegins = [range(22, 24, 3)]

const week = (
  weekdays: readonly ScheduleRange[],
  saturday: readonly ScheduleRange[],
  sunday: readonly ScheduleRange[],
) =>
  ({
    0: sunday,
    1: weekdays,
    2: weekdays,
    3: weekdays,
    4: weekdays,
    5: weekdays,
    6: saturday,
  }) satisfies WeekOfRanges

const withoutBreaks = [range(0, 6, 3), range(6, 14, 1), range(14, 22, 2), range(22, 24, 3)]
const allDay = [...night, ...early, ...late, ...nightBegins]
const daytime = [range(7, 10.5, 1), range(11, 15.5, 1)]

/** Weekly schedules of the demo by name of the pattern, which are also the working hours of the simulated machines. */
export const weeks: Readonly<Record<Pattern, WeekOfRanges>> = {
  continuous: week(withoutBreaks, withoutBreaks, withoutBreaks),
  threeShifts: week(allDay, [...night, ...early], nightBegins),
  twoShifts: week([...early, ...late], [range(6, 10.5, 1), range(11, 12, 1)], []),
  dayShift: week(daytime, [], []),
  roundTheClock: week(allDay, allDay, allDay),
  onDemand: week([], [], []),
}

/** Pattern of the schedule of a demo site, which applies to its units and machines unless they have their own. */
export const siteWeek: Pattern = 'threeShifts'

export const templates = [
  { name: 'Three shifts', type: 'weekly', ranges: weeks.threeShifts },
  { name: 'Two shifts', type: 'weekly', ranges: weeks.twoShifts },
  { name: 'Day shift', type: 'weekly', ranges: weeks.dayShift },
  { name: 'Round the clock', type: 'weekly', ranges: weeks.roundTheClock },
  { name: 'Continuous', type: 'weekly', ranges: weeks.continuous },
  { name: 'Saturday overtime', type: 'daily', ranges: [...early, range(14, 19, 2)] },
] as const

/** Default pattern of each kind of machine; the recorded machine has its own hours. */
const usual: Readonly<Record<MachineSpec['kind'], Pattern>> = {
  press: 'twoShifts',
  moulding: 'threeShifts',
  machining: 'twoShifts',
  packaging: 'twoShifts',
  recording: 'onDemand',
}

export const patternOf = ({ kind, shifts }: Pick<MachineSpec, 'kind' | 'shifts'>): Pattern => shifts ?? usual[kind]
