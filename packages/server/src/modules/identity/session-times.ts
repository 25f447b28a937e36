const day = 24 * 60 * 60 * 1000
/** A session ends when it was not used for so long, */
export const idleMs = 7 * day
/** and that of a person after so long in any case. */
const longestMs = 30 * day
/** Browsers keep no cookie longer. */
const longestCookieS = (400 * day) / 1000

/** When a session ends that is used now (ms) and began then. */
export function endOf(kind: 'user' | 'kiosk', createdAt: number, now: number): number {
  return kind === 'user' ? Math.min(now + idleMs, createdAt + longestMs) : now + idleMs
}

/** For how long a browser is to keep the cookie; when the session ends is for the server to say. */
export const cookieAgeS = (kind: 'user' | 'kiosk'): number => (kind === 'user' ? longestMs / 1000 : longestCookieS)
