import { Invalid } from '../errors.ts'
import { fromIso } from './instants.ts'

/**
 * Returns the period of a request, `[from, to)` in epoch ms, cut at `now` (epoch ms); without an end it ends now. A
 * period in the future is empty. 400 if it ends before it starts.
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
