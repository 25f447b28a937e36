import { dayAt, midnightOf, type Range } from '@millwatch/domain/time'
import type { FilledNote } from './filled.ts'
import { DAY_MS, ZONE } from './plan.ts'

/** The last so many whole days of the site in the history of an installation. */
export function lastDays({ endsAt }: FilledNote, days: number): Range {
  const end = dayAt(endsAt, ZONE)
  return { from: midnightOf(end - days, ZONE), to: midnightOf(end, ZONE) }
}

/** A period as a query has it. */
export const queryOf = ({ from, to }: Range): string =>
  `startDate=${new Date(from).toISOString()}&endDate=${new Date(to).toISOString()}`

/** Where the n-th day of 24 hours of a history begins. */
export const blockFrom = ({ endsAt, plan }: FilledNote, n: number): number => endsAt - (plan.days - n) * DAY_MS
