import { Invalid } from '../errors.ts'
import { fromIso } from './instants.ts'

/**
 * Returns the period of a request, `[from, to)` in epoch ms, cut at `now` (epoch ms); without an end it ends at `now`. A period
 * that begins after `now` is empty, with both ends at its start. Throws Invalid (400) if an instant is malformed or the end is
 * before the start.
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
