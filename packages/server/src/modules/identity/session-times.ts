import { DAY_MS } from '@millwatch/domain/time'

/** Time without use, in ms, after which a session ends. */
export const idleMs = 7 * DAY_MS
/** Longest time (ms) of a person's session, after which it ends in any case. */
const longestMs = 30 * DAY_MS
/** Longest time (s) for which browsers keep a cookie. */
const longestCookieS = (400 * DAY_MS) / 1000

/**
 * Returns the end (epoch ms) of a session that began at `createdAt` and is used at `now`: 7 days after `now`, for a person at
 * most 30 days after its beginning.
 */
export function endOf(kind: 'user' | 'kiosk', createdAt: number, now: number): number {
  return kind === 'user' ? Math.min(now + idleMs, createdAt + longestMs) : now + idleMs
}

/**
 * Returns the time (s) for which a browser keeps the cookie of a session: 30 days for a person, 400 days for a display. The
 * server decides when the session ends.
 */
export const cookieAgeS = (kind: 'user' | 'kiosk'): number => (kind === 'user' ? longestMs / 1000 : longestCookieS)
