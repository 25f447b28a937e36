import { localWeekOf, type Range } from '@millwatch/domain/time'

/** Length of a quarter-hour in ms; quarter-hours begin at multiples of it (UTC). */
export const QUARTER_MS = 900_000

/** Returns the start (epoch ms) of the quarter-hour that contains an instant. */
export const floorQuarter = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS

/** Returns the first start of a quarter-hour (epoch ms) at or after an instant. */
export const ceilQuarter = (at: number): number => Math.ceil(at / QUARTER_MS) * QUARTER_MS

/** Returns the local weeks of a time zone, Sunday to Sunday, that lie wholly in a range; in order. */
export function wholeWeeks({ from, to }: Range, zone: string): Range[] {
  const weeks: Range[] = []
  for (let week = localWeekOf(from, zone); week.to <= to; week = localWeekOf(week.to, zone))
    if (week.from >= from) weeks.push(week)
  return weeks
}
