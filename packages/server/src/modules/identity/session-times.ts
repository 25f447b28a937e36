const day = 24 * 60 * 60 * 1000
/** A session ends after this time without use. */
export const idleMs = 7 * day
/** A person's session ends after this time in any case. */
const longestMs = 30 * day
/** Longest time browsers keep a cookie. */
const longestCookieS = (400 * day) / 1000

/** Returns the end of a session that began at `createdAt` and is used now (epoch ms). */
export function endOf(kind: 'user' | 'kiosk', createdAt: number, now: number): number {
  return kind === 'user' ? Math.min(now + idleMs, createdAt + longestMs) : now + idleMs
}

/** Returns how long a browser keeps the cookie, in seconds. The server decides when the session ends. */
export const cookieAgeS = (kind: 'user' | 'kiosk'): number => (kind === 'user' ? longestMs / 1000 : longestCookieS)
