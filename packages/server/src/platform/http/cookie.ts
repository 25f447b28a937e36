import { isPlainLoopback, type Reached } from './origin.ts'

const plainName = 'millwatch'
const hostName = '__Host-millwatch'

/**
 * Returns the name of the session cookie; it has `__Host-` wherever a browser would keep such a cookie: everywhere but
 * on plain loopback.
 */
function nameFor(reached: Reached): string {
  return isPlainLoopback(reached) ? plainName : hostName
}

function cookie(reached: Reached, value: string, maxAgeS: number): string {
  const secure = isPlainLoopback(reached) ? '' : '; Secure'
  return `${nameFor(reached)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`
}

/**
 * Returns the `Set-Cookie` header that stores a session token in the browser for `maxAgeS` seconds: not readable by
 * scripts, never sent from other sites.
 */
export function sessionCookie(reached: Reached, token: string, maxAgeS: number): string {
  return cookie(reached, token, maxAgeS)
}

/** Returns the `Set-Cookie` header that removes the session cookie from the browser. */
export function endedCookie(reached: Reached): string {
  return cookie(reached, '', 0)
}

/** Returns the session token in a `Cookie` header, not verified; undefined if there is none. */
export function tokenInCookies(header: string | undefined, reached: Reached): string | undefined {
  const name = nameFor(reached)
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || undefined
  }
  return undefined
}
