import type { IncomingHttpHeaders } from 'node:http'
import { isPlainLoopback, type Reached } from './origin.ts'

const sessionName = 'millwatch'
const browserName = 'millwatch-browser'

/**
 * Returns the name of a cookie: with the prefix `__Host-`, except over plain HTTP on the same machine, where a browser would not
 * keep such a cookie.
 */
function nameFor(reached: Reached, name: string): string {
  return isPlainLoopback(reached) ? name : `__Host-${name}`
}

function cookie(reached: Reached, name: string, value: string, maxAgeS: number): string {
  const secure = isPlainLoopback(reached) ? '' : '; Secure'
  return `${nameFor(reached, name)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`
}

/**
 * Returns the `Set-Cookie` header that stores a session token in the browser for `maxAgeS` seconds: not readable by
 * scripts, never sent from other sites.
 */
export function sessionCookie(reached: Reached, token: string, maxAgeS: number): string {
  return cookie(reached, sessionName, token, maxAgeS)
}

/** Returns the `Set-Cookie` header that removes the session cookie from the browser. */
export function endedCookie(reached: Reached): string {
  return cookie(reached, sessionName, '', 0)
}

/**
 * Returns the `Set-Cookie` header that stores the value by which a browser is recognized after a sign-in, for `maxAgeS` seconds.
 * The value gives no access: it only gives the browser an allowance of its own for signing in.
 */
export function browserCookie(reached: Reached, value: string, maxAgeS: number): string {
  return cookie(reached, browserName, value, maxAgeS)
}

/** Returns the session token in a `Cookie` header, not verified; undefined if the header or the cookie is missing or empty. */
export function tokenInCookies(header: string | undefined, reached: Reached): string | undefined {
  return valueIn(header, nameFor(reached, sessionName))
}

/**
 * Returns the token of a request, not verified: that of the header `Authorization: TOKEN` or `Bearer TOKEN`, even if empty;
 * without that header, that of the session cookie. Null if both are missing.
 */
export function tokenOf(headers: IncomingHttpHeaders, reached: Reached): { token: string; isCookie: boolean } | null {
  const { authorization, cookie: cookies } = headers
  if (authorization !== undefined) return { token: authorization.replace(/^Bearer\s+/i, '').trim(), isCookie: false }
  const token = tokenInCookies(cookies, reached)
  return token === undefined ? null : { token, isCookie: true }
}

/**
 * Returns the value of the cookie that identifies a browser, not verified; undefined if the header or the cookie is missing or
 * empty.
 */
export function browserInCookies(header: string | undefined, reached: Reached): string | undefined {
  return valueIn(header, nameFor(reached, browserName))
}

function valueIn(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined
  }
  return undefined
}
