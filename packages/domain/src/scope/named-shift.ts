import { normaliseSchedule, type Schedule, shiftsOfSchedule, type WeekOfRanges } from '../schedules/index.ts'
import { OCCURRENCE_REACH_MS, occurrencesOf } from '../shifts/index.ts'
import type { Range } from '../time/index.ts'

/** Shift 1 to 3, from its start to its planned end (epoch ms), breaks included. */
export interface NamedShift extends Range {
  readonly shift: 1 | 2 | 3
}

/** Time (ms) before now in which the last shift is searched; a week of a schedule repeats. */
const BACK_MS = 8 * 86_400_000

/**
 * Returns the shift 1 to 3 that a schedule has at `now` (epoch ms), also during a break of at most 1800 s; else the last one
 * that ended in the 8 days before. Undefined: none.
 */
export function shiftOfSchedule(schedule: Schedule, zone: string, now: number): NamedShift | undefined {
  const around = { from: now - BACK_MS - OCCURRENCE_REACH_MS, to: now + 2 * OCCURRENCE_REACH_MS }
  const begun = occurrencesOf(shiftsOfSchedule(schedule, zone, around)).flatMap(({ shift, from, to }): NamedShift[] =>
    shift !== 0 && from <= now ? [{ shift, from, to }] : [],
  )
  return begun.find(({ to }) => now < to) ?? begun.filter(({ to }) => to > now - BACK_MS).at(-1)
}

/** Returns what `shiftOfSchedule` returns, for a schedule as the API has it. */
export const shiftBySchedule = (week: WeekOfRanges, zone: string, now: number): NamedShift | undefined =>
  shiftOfSchedule(normaliseSchedule(week), zone, now)

/** Answer about a machine: its shift at `asOf` (epoch ms) by its history, and the last one before. */
interface ShiftsRead {
  readonly asOf: number
  readonly current: NamedShift | undefined
  readonly last: NamedShift | undefined
}

/**
 * Returns the shift 1 to 3 of a machine at `now` (epoch ms), else the last one: by its shift history as of an earlier answer,
 * and by its schedule (`planned`) where a shift began since that answer, or where there is no history.
 */
export function shiftSinceRead(
  { asOf, current, last }: ShiftsRead,
  planned: NamedShift | undefined,
): NamedShift | undefined {
  return planned !== undefined && planned.from > asOf ? planned : (current ?? last ?? planned)
}
