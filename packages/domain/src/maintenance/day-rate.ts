import { type ActivityFrom, settingsAt } from '../tree/index.ts'

/** Most past whole days (of the machine's zone) from which a rate per day is computed: four weeks. */
export const RATE_DAYS = 28
/** Fewest days of data from which a rate per day, and so a projection, is computed. */
export const LEAST_RATE_DAYS = 5

/** Sums over whole days: the number of days, the sum of their amounts, and the sum of the squares of their amounts. */
export interface DaySums {
  readonly days: number
  readonly sum: number
  readonly squares: number
}

/** Rate of a machine over past days, in the unit of the amounts (cycles, or hours of running). */
export interface DayRate {
  readonly days: number
  readonly perDay: number
  /** Standard deviation of one day. */
  readonly deviation: number
}

/**
 * Returns the rate of whole days: their number, mean and standard deviation. Null: fewer than five days, which say too
 * little.
 */
export function dayRateOf({ days, sum, squares }: DaySums): DayRate | null {
  if (days < LEAST_RATE_DAYS) return null
  const perDay = sum / days
  return { days, perDay, deviation: Math.sqrt(Math.max(0, squares - sum * perDay) / (days - 1)) }
}

/**
 * Returns the instant (epoch ms) since which a machine is active without a break, by its settings over time
 * (ascending). One that was never archived is active since its first entry. Null: it is archived at `now`.
 */
export function activeSince(settings: readonly ActivityFrom[], now: number): number | null {
  if (!settingsAt(settings, now).active) return null
  const archived = settings.findLastIndex(({ from, active }) => from <= now && !active)
  return settings[archived + 1]?.from ?? Number.NEGATIVE_INFINITY
}
