import { normaliseSchedule, shiftsOfSchedule, type WeekOfRanges } from '../schedules/index.ts'
import { OCCURRENCE_REACH_MS, occurrencesOf } from '../shifts/index.ts'

/** When the shift began (epoch ms) that a schedule has going on at an instant, a break of it included; undefined: none. */
export function shiftStartBySchedule(week: WeekOfRanges, zone: string, now: number): number | undefined {
  const around = { from: now - 2 * OCCURRENCE_REACH_MS, to: now + 2 * OCCURRENCE_REACH_MS }
  const rows = shiftsOfSchedule(normaliseSchedule(week), zone, around)
  return occurrencesOf(rows).find(({ from, to, shift }) => shift !== 0 && from <= now && now < to)?.from
}
