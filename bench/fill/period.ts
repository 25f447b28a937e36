import { DAY_MS, dayAt, midnightOf, type Range } from '@millwatch/domain/time'
import type { FilledNote } from './filled.ts'
import { ZONE } from './plan.ts'

/** Returns the last `days` whole local days of the site in the history of an installation, as a range in epoch ms. */
export function lastDays({ endsAt }: FilledNote, days: number): Range {
  const end = dayAt(endsAt, ZONE)
  return { from: midnightOf(end - days, ZONE), to: midnightOf(end, ZONE) }
}

/** Returns a period as the query parameters `startDate` and `endDate`. */
export const queryOf = ({ from, to }: Range): string =>
  `startDate=${new Date(from).toISOString()}&endDate=${new Date(to).toISOString()}`

/** Returns the start (epoch ms) of the n-th day of 24 hours of a history, from 0. */
export const blockFrom = ({ endsAt, plan }: FilledNote, n: number): number => endsAt - (plan.days - n) * DAY_MS
