import { type GuardedCall, may, type Role } from '@millwatch/domain/identity'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, KioskGrants } from '../ctx.ts'
import { Forbidden, Unauthorized } from '../errors.ts'
import { browserInCookies, tokenOf } from './cookie.ts'
import { networkOf } from './network.ts'
import { isOwnOrigin, originOf } from './origin.ts'
import type { RateLimiter } from './rate-limit.ts'

interface Entering {
  readonly companyId: number
  /** Time at which the session or key expires (epoch ms); a session is extended when it is used. */
  readonly expiresAt: number
}

/** Signed-in person who sends a request, with the session. */
export interface UserCaller extends Entering {
  readonly kind: 'user'
  readonly userId: number
  readonly sessionId: number
  readonly role: Role
  /** True until the person changes a password that another person chose; little else is allowed before. */
  readonly mustChangePassword: boolean
  /** True until the person has set up the second factor that the company requires; little else is allowed before. */
  readonly mustSetUpFactor: boolean
}

/** Kiosk display that sends a request, with the session and what the display may show and do. */
export interface KioskCaller extends Entering {
  readonly kind: 'kiosk'
  readonly kioskId: number
  readonly sessionId: number
  readonly grants: KioskGrants
}

/** API key by which a program of a company sends a request, with the operations that it may call. */
export interface ApiKeyCaller extends Entering {
  readonly kind: 'api_key'
  readonly apiKeyId: number
  /** Operations that the key may call; null: everything that a regular user may read. */
  readonly operations: readonly string[] | null
  /** Present role of the key's maker. */
  readonly role: Role
}

/** Sender of an admitted request: a person, a kiosk display or an API key, always of one company. */
export type Caller = UserCaller | KioskCaller | ApiKeyCaller

/** Origin of a token that came with a request: its network address, and the cookie of its browser, not verified. */
export interface SentFrom {
  readonly ip: string
  readonly browserCookie: string | undefined
}

/**
 * Function that returns the caller to whom a session token or API key belongs; null if the token is expired, revoked or wrong.
 * Throws TooMany after too many false tokens of its origin.
 */
export type Authenticate = (token: string, from: SentFrom) => Promise<Caller | null>

/** Prefix of all API keys. A session token is random and practically never begins with it; one that did would not be valid. */
export const apiKeyPrefix = 'mwk_'

/** Converts a caller into the actor of operations; `ip` becomes its network address. */
export function actorOf(caller: Caller, ip?: string): Actor {
  const from = ip === undefined ? {} : { ip }
  if (caller.kind === 'user') {
    const { kind, userId, role, sessionId } = caller
    return { kind, userId, role, sessionId, ...from }
  }
  if (caller.kind === 'kiosk') {
    const { kind, kioskId, sessionId, grants } = caller
    return { kind, kioskId, sessionId, grants, ...from }
  }
  const { kind, apiKeyId, operations, role } = caller
  return { kind, apiKeyId, operations, role, ...from }
}

/**
 * Returns the key by which the requests of a caller are limited: `u7` for a user, `k7` for a kiosk display, `a7` for an API key.
 */
export function principalOf(caller: Caller): string {
  if (caller.kind === 'user') return `u${caller.userId}`
  return caller.kind === 'kiosk' ? `k${caller.kioskId}` : `a${caller.apiKeyId}`
}

/** All operations that a person with a password chosen by another person may do. */
const beforeOwnPassword: ReadonlySet<string> = new Set(['user.self.read', 'password.change', 'session.end'])

/** All operations that a person may do who must set up a second factor. */
const beforeSecondFactor: ReadonlySet<string> = new Set([
  ...beforeOwnPassword,
  'second_factor.read',
  'second_factor.begin',
  'second_factor.confirm',
  'passkey.begin',
  'passkey.add',
])

/**
 * Throws Forbidden unless this caller may make the call, over HTTP or the live connection. The code is `password_must_change` for
 * a person who must change the password first, and `second_factor_required` for one who must set up a second factor, except for
 * the few calls that they need for it.
 */
export function admit(caller: Caller, call: GuardedCall): void {
  if (caller.kind === 'user') {
    if (caller.mustChangePassword && !beforeOwnPassword.has(call.operation)) throw new Forbidden('password_must_change')
    if (caller.mustSetUpFactor && !beforeSecondFactor.has(call.operation)) throw new Forbidden('second_factor_required')
  }
  if (!may(actorOf(caller), call)) throw new Forbidden()
}

const callers = new WeakMap<FastifyRequest, Entered>()

interface Entered {
  readonly caller: Caller
  readonly token: string
  readonly isCookie: boolean
}

/** Returns the caller and the token of a request that has passed `guard`; throws Unauthorized for any other request. */
export function enteredAs(request: FastifyRequest): Entered {
  const entered = callers.get(request)
  if (!entered) throw new Unauthorized()
  return entered
}

/** Returns the key by which a request was limited (such as `u7`); undefined for a request without a signed-in caller. */
export function principalIn(request: FastifyRequest): string | undefined {
  const entered = callers.get(request)
  return entered && principalOf(entered.caller)
}

/**
 * Returns the origin of the token of a request: the IP address, and the value of the cookie that identifies the browser, not
 * verified (undefined: none).
 */
export function sentFrom(request: FastifyRequest): SentFrom {
  return { ip: request.ip, browserCookie: browserInCookies(request.headers.cookie, request) }
}

const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'

/**
 * Throws Forbidden for a write whose `Origin` header is that of another site, so that such a page cannot sign in its visitor. A
 * request without this header passes, since programs send none.
 */
function refuseForeignPage(request: FastifyRequest): void {
  const origin = originOf(request.headers)
  if (isWrite(request.method) && origin !== undefined && !isOwnOrigin(origin, request)) {
    throw new Forbidden('foreign_origin')
  }
}

export interface Guarding {
  readonly authenticate: Authenticate
  readonly limiter: RateLimiter
}

/**
 * Returns the check of a call that runs before its request is read. It throws Unauthorized without a valid caller, Forbidden for
 * a write from a page of another site, for a write with the cookie but without an `Origin` header, and without the right, and
 * TooMany above the rate. A public call needs no caller, and its rate is limited by network. Calls of devices pass unchecked.
 * Keeps the caller for `enteredAs`.
 */
export function guard(call: GuardedCall, { authenticate, limiter }: Guarding) {
  const { least, rate } = call.policy
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (least === 'device') return
    if (least === 'public') {
      refuseForeignPage(request)
      return limiter.take(rate, networkOf(request.ip))
    }
    const found = tokenOf(request.headers, request)
    if (!found) throw new Unauthorized()
    if (found.isCookie && isWrite(request.method) && !isOwnOrigin(originOf(request.headers), request)) {
      throw new Forbidden('foreign_origin')
    }
    // A browser would send a key in a cookie by itself, but a key is for programs only.
    const caller =
      found.isCookie && found.token.startsWith(apiKeyPrefix) ? null : await authenticate(found.token, sentFrom(request))
    if (!caller) throw new Unauthorized()
    limiter.take(rate, principalOf(caller))
    callers.set(request, { caller, ...found })
    admit(caller, call)
  }
}
