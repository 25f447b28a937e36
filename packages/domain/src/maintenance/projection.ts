import { DAY_MS } from '../time/index.ts'
import type { DayRate } from './day-rate.ts'

/** Longest time (days, a hundred years) ahead for which a projection is given. */
const MOST_DAYS = 36_500

/** Instant at which maintenance becomes due at a rate, and the range of one standard deviation around it. Epoch ms. */
export interface Projection {
  readonly dueAt: number
  readonly earliestAt: number
  readonly latestAt: number
}

/**
 * Returns the instant (epoch ms) at which the amount `left` is reached at the rate of the past days, with a range, not before
 * `now`, that is right in about two of three cases: it is wider the more the days differ, and the fewer they are. Null: the
 * machine does not run, or the amount takes more than a hundred years. An amount of 0 or less is due now.
 */
export function projectionOf(left: number, { days, perDay, deviation }: DayRate, now: number): Projection | null {
  if (left <= 0) return { dueAt: now, earliestAt: now, latestAt: now }
  const ahead = left / perDay
  if (!(perDay > 0) || ahead > MOST_DAYS) return null
  const spread = (deviation * Math.sqrt(ahead + ahead ** 2 / days)) / perDay
  const dueAt = now + Math.round(ahead * DAY_MS)
  const spreadMs = Math.round(spread * DAY_MS)
  return { dueAt, earliestAt: Math.max(now, dueAt - spreadMs), latestAt: dueAt + spreadMs }
}
