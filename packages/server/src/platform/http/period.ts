import { Invalid } from '../errors.ts'
import { fromIso } from './instants.ts'

/**
 * Returns the period of a report, `[from, to)` in epoch ms; without an end, or with an end in the future, it ends now.
 */
export function askedPeriod(
  query: { startDate: string; endDate?: string | undefined },
  now: number,
): { from: number; to: number } {
  const from = fromIso(query.startDate, 'querystring/startDate')
  const to = query.endDate === undefined ? now : fromIso(query.endDate, 'querystring/endDate')
  if (query.endDate !== undefined && to < from) throw new Invalid('querystring/endDate is before startDate')
  return { from, to: Math.max(from, Math.min(to, now)) }
}
