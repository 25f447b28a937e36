import type { IncomingHttpHeaders } from 'node:http'
import { isPlainLoopback, type Reached } from './origin.ts'

const sessionName = 'millwatch'
const browserName = 'millwatch-browser'

/** Returns the name with `__Host-` wherever a browser would keep such a cookie: everywhere but on plain loopback. */
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
 * Returns the `Set-Cookie` header by which a browser is known after a sign-in, for `maxAgeS` seconds. It opens nothing:
 * it only gives the browser an allowance of its own for signing in.
 */
export function browserCookie(reached: Reached, value: string, maxAgeS: number): string {
  return cookie(reached, browserName, value, maxAgeS)
}

/** Returns the session token in a `Cookie` header, not verified; undefined if there is none. */
export function tokenInCookies(header: string | undefined, reached: Reached): string | undefined {
  return valueIn(header, nameFor(reached, sessionName))
}

/**
 * Returns the token of a request, not verified: `Authorization: TOKEN` or `Bearer TOKEN`; without that header, the
 * browser's cookie. Null: none.
 */
export function tokenOf(headers: IncomingHttpHeaders, reached: Reached): { token: string; isCookie: boolean } | null {
  const { authorization, cookie: cookies } = headers
  if (authorization !== undefined) return { token: authorization.replace(/^Bearer\s+/i, '').trim(), isCookie: false }
  const token = tokenInCookies(cookies, reached)
  return token === undefined ? null : { token, isCookie: true }
}

/** Returns the value of the cookie by which a browser is known, not verified; undefined if there is none. */
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
