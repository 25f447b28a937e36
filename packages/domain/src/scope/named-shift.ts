import { normaliseSchedule, type Schedule, shiftsOfSchedule, type WeekOfRanges } from '../schedules/index.ts'
import { currentShift, LAST_SHIFT_WITHIN_MS, OCCURRENCE_REACH_MS, type Occurrence } from '../shifts/index.ts'
import type { Range } from '../time/index.ts'

/** Shift 1 to 3, from its start to its planned end (epoch ms), breaks included. */
export interface NamedShift extends Range {
  readonly shift: 1 | 2 | 3
}

/** Shift that goes on, and the last one that is over; undefined: none. */
export interface ShiftsAround {
  readonly current: NamedShift | undefined
  readonly last: NamedShift | undefined
}

/**
 * Returns the shift 1 to 3 that a schedule has at `now` (epoch ms), also during a break of at most 1800 s, and the one that ended
 * last, at or before it, of the 8 days before.
 */
export function shiftsOfScheduleAt(schedule: Schedule, zone: string, now: number): ShiftsAround {
  const from = now - LAST_SHIFT_WITHIN_MS - OCCURRENCE_REACH_MS
  const around = { from, to: now + 2 * OCCURRENCE_REACH_MS }
  const { occurrence, last } = currentShift(shiftsOfSchedule(schedule, zone, around), now)
  return { current: namedShift(occurrence), last: namedShift(last) }
}

const namedShift = (occurrence: Occurrence | null): NamedShift | undefined =>
  occurrence === null || occurrence.shift === 0
    ? undefined
    : { shift: occurrence.shift, from: occurrence.from, to: occurrence.to }

/** Returns the shift that goes on at `now` (epoch ms) and the last one that is over, for a schedule as the API has it. */
export const shiftsBySchedule = (week: WeekOfRanges, zone: string, now: number): ShiftsAround =>
  shiftsOfScheduleAt(normaliseSchedule(week), zone, now)

/**
 * Shift of a machine at `asOf` (epoch ms) by its shift history, and the last shift that was over then, as the server answered.
 */
interface ShiftsRead extends ShiftsAround {
  readonly asOf: number
}

/**
 * Returns the shift 1 to 3 of a machine that goes on at `now` (epoch ms), and the last one that is over: by its shift history as
 * of an earlier answer, and by its schedule (`planned`) where a shift began since that answer, or where there is no history.
 */
export function shiftsSinceRead({ asOf, current, last }: ShiftsRead, planned: ShiftsAround, now: number): ShiftsAround {
  const begun = (shift: NamedShift | undefined) => (shift !== undefined && shift.from > asOf ? shift : undefined)
  const isOver = current !== undefined && current.to <= now
  const hasHistory = current !== undefined || last !== undefined
  return {
    current: begun(planned.current) ?? (isOver ? undefined : current) ?? (hasHistory ? undefined : planned.current),
    last: begun(planned.last) ?? (isOver ? current : last) ?? (current === undefined ? planned.last : undefined),
  }
}
