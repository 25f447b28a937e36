import type { Range } from '@millwatch/domain/time'
import { Invalid } from '../../platform/errors.ts'
import { fromIso } from '../../platform/http/instants.ts'

/** The period asked for, `[from, to)` in epoch ms; one that ends later than now is read as ending now. */
export function askedPeriod(query: { startDate: string; endDate: string }, now: number): Range {
  const from = fromIso(query.startDate, 'querystring/startDate')
  const to = fromIso(query.endDate, 'querystring/endDate')
  if (to < from) throw new Invalid('querystring/endDate is before startDate')
  return upToNow({ from, to }, now)
}

/** What of a period has passed; one that lies ahead is empty, where it begins. */
export function upToNow({ from, to }: Range, now: number): Range {
  return { from, to: Math.max(from, Math.min(to, now)) }
}
