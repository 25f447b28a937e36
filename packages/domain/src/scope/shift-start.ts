import { normaliseSchedule, shiftsOfSchedule, type WeekOfRanges } from '../schedules/index.ts'
import { OCCURRENCE_REACH_MS, occurrencesOf } from '../shifts/index.ts'

/**
 * Returns the start (epoch ms) of the shift 1 to 3 that is in progress by a schedule at `now`, also during a break of at most
 * 1800 s; undefined: none.
 */
export function shiftStartBySchedule(week: WeekOfRanges, zone: string, now: number): number | undefined {
  const around = { from: now - 2 * OCCURRENCE_REACH_MS, to: now + 2 * OCCURRENCE_REACH_MS }
  const rows = shiftsOfSchedule(normaliseSchedule(week), zone, around)
  return occurrencesOf(rows).find(({ from, to, shift }) => shift !== 0 && from <= now && now < to)?.from
}
