import { type GuardedCall, may, type Role } from '@millwatch/domain/identity'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, KioskGrants } from '../ctx.ts'
import { Forbidden, Unauthorized } from '../errors.ts'
import { tokenInCookies } from './cookie.ts'
import { networkOf } from './network.ts'
import { isOwnOrigin, originOf } from './origin.ts'
import type { RateLimiter } from './rate-limit.ts'

interface Entering {
  readonly companyId: number
  /** Time at which the session or key expires (epoch ms); a session is extended when it is used. */
  readonly expiresAt: number
}

/** Person who is signed in. */
export interface UserCaller extends Entering {
  readonly kind: 'user'
  readonly userId: number
  readonly sessionId: number
  readonly role: Role
  /** True until the person changes a password that another person chose; little else is allowed before. */
  readonly mustChangePassword: boolean
}

/** Kiosk display. */
export interface KioskCaller extends Entering {
  readonly kind: 'kiosk'
  readonly kioskId: number
  readonly sessionId: number
  readonly grants: KioskGrants
}

/** Program of a company, with an API key. */
export interface ApiKeyCaller extends Entering {
  readonly kind: 'api_key'
  readonly apiKeyId: number
  /** Operations that the key may call; null: everything that a regular user may read. */
  readonly operations: readonly string[] | null
  /** Present role of the key's maker. */
  readonly role: Role
}

/** Sender of a request, with the company it is for. */
export type Caller = UserCaller | KioskCaller | ApiKeyCaller

/** Returns the caller that a token belongs to; null if the token is missing, expired, revoked or wrong. */
export type Authenticate = (token: string) => Promise<Caller | null>

/** Prefix of all API keys; no session token begins with it. */
export const apiKeyPrefix = 'mwk_'

/** Returns the actor for the operations of a caller. */
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

/** Returns the key of the principal whose allowance a caller uses: `u7`, `k7`, `a7`. */
export function principalOf(caller: Caller): string {
  if (caller.kind === 'user') return `u${caller.userId}`
  return caller.kind === 'kiosk' ? `k${caller.kioskId}` : `a${caller.apiKeyId}`
}

/** All operations that a person with a password chosen by another person may do. */
const beforeOwnPassword: ReadonlySet<string> = new Set(['user.self.read', 'password.change', 'session.end'])

/** Throws Forbidden unless this caller may do the operation at all, over HTTP or the live connection. */
export function admit(caller: Caller, call: GuardedCall): void {
  const isHeldUp = caller.kind === 'user' && caller.mustChangePassword && !beforeOwnPassword.has(call.operation)
  if (isHeldUp) throw new Forbidden('password_must_change')
  if (!may(actorOf(caller), call)) throw new Forbidden()
}

const callers = new WeakMap<FastifyRequest, Entered>()

interface Entered {
  readonly caller: Caller
  readonly token: string
  readonly isCookie: boolean
}

/** Returns the caller of a request and its token, as `guard` found them. */
export function enteredAs(request: FastifyRequest): Entered {
  const entered = callers.get(request)
  if (!entered) throw new Unauthorized()
  return entered
}

/** Returns the principal that a request was counted for (`u7`); undefined if there was none. */
export function principalIn(request: FastifyRequest): string | undefined {
  const entered = callers.get(request)
  return entered && principalOf(entered.caller)
}

/**
 * Returns the token of a request: `Authorization: TOKEN` or `Bearer TOKEN`; without that header, the browser's cookie.
 */
export function tokenOf(request: FastifyRequest): { token: string; isCookie: boolean } | null {
  const header = request.headers.authorization
  if (header !== undefined) return { token: header.replace(/^Bearer\s+/i, '').trim(), isCookie: false }
  const token = tokenInCookies(request.headers.cookie, request)
  return token === undefined ? null : { token, isCookie: true }
}

const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'

/**
 * Throws Forbidden for a write from a page of another site, so that it cannot sign in its visitor here. Programs send
 * no origin.
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
 * Returns the check that runs before a request is read: is there a caller, does the browser come from this server, is
 * the rate within limits, and may the caller do the operation.
 */
export function guard(call: GuardedCall, { authenticate, limiter }: Guarding) {
  const { least, rate } = call.policy
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (least === 'device') return
    if (least === 'public') {
      refuseForeignPage(request)
      return limiter.take(rate, networkOf(request.ip))
    }
    const found = tokenOf(request)
    if (!found) throw new Unauthorized()
    if (found.isCookie && isWrite(request.method) && !isOwnOrigin(originOf(request.headers), request)) {
      throw new Forbidden('foreign_origin')
    }
    // A browser would send a key in a cookie by itself, but a key is for programs only.
    const caller = found.isCookie && found.token.startsWith(apiKeyPrefix) ? null : await authenticate(found.token)
    if (!caller) throw new Unauthorized()
    limiter.take(rate, principalOf(caller))
    callers.set(request, { caller, ...found })
    admit(caller, call)
  }
}
