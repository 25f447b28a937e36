import type { IncomingMessage } from 'node:http'
import type { SentFrom } from '../http/caller.ts'
import { browserInCookies, tokenOf } from '../http/cookie.ts'
import { isOwnOrigin, originOf } from '../http/origin.ts'
import { addressOf, reachedBy, type Trusts } from '../http/proxies.ts'
import type { AdmitListener, Listener } from './listener.ts'

export interface Handshaking {
  readonly admit: AdmitListener
  readonly trusts: Trusts
}

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string }

const refused = (reason: string): Verdict => ({ allowed: false, reason })

function sentFrom(request: IncomingMessage, trusts: Trusts): SentFrom {
  const browserCookie = browserInCookies(request.headers.cookie, reachedBy(request, trusts))
  return { ip: addressOf(request, trusts), browserCookie }
}

/**
 * Decides if a live connection may be opened, with the reason if not. A request of a page must come from a page of this server
 * and have a valid session. A program may send its token in its first packet instead. A token in the address is refused.
 */
export async function checkHandshake(request: IncomingMessage, { admit, trusts }: Handshaking): Promise<Verdict> {
  const origin = originOf(request.headers)
  const isOwn = isOwnOrigin(origin, reachedBy(request, trusts))
  if (origin !== undefined && !isOwn) return refused('foreign_origin')
  if (/[?&](token|access_token|authorization)=/i.test(request.url ?? '')) return refused('unauthorized')
  const found = tokenOf(request.headers, reachedBy(request, trusts))
  if (!found) return isOwn ? refused('unauthorized') : { allowed: true }
  if (found.isCookie && !isOwn) return refused('foreign_origin')
  return (await admit(found.token, sentFrom(request, trusts))) ? { allowed: true } : refused('unauthorized')
}

/**
 * Returns the listener of a connection: by the cookie or `Authorization` header of its handshake, or without them by the token of
 * its first packet. Null if there is no token or it is not valid.
 */
export async function listenerOf(
  request: IncomingMessage,
  auth: unknown,
  { admit, trusts }: Handshaking,
): Promise<Listener | null> {
  const found = tokenOf(request.headers, reachedBy(request, trusts))
  const from = sentFrom(request, trusts)
  if (found) return admit(found.token, from)
  const token = typeof auth === 'object' && auth !== null && 'token' in auth ? auth.token : undefined
  return typeof token === 'string' ? admit(token.replace(/^Bearer\s+/i, '').trim(), from) : null
}
