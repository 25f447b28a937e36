import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, KioskGrants } from '../ctx.ts'
import { Forbidden, Unauthorized } from '../errors.ts'
import { may, type Operation, policy } from '../policy.ts'
import type { PolicyRow } from '../policy-row.ts'
import type { Role } from '../tables.ts'
import { tokenInCookies } from './cookie.ts'
import { networkOf } from './network.ts'
import { isOwnOrigin, originOf } from './origin.ts'
import type { RateLimiter } from './rate-limit.ts'

interface Entering {
  readonly companyId: number
  /** When it ends: a session, unless it is used again; a key in any case. */
  readonly expiresAt: number
}

/** A person who is signed in. */
export interface UserCaller extends Entering {
  readonly kind: 'user'
  readonly userId: number
  readonly sessionId: number
  readonly role: Role
  /** Until the password, chosen by somebody else, is changed, little else can be done. */
  readonly mustChangePassword: boolean
}

/** A kiosk display. */
export interface KioskCaller extends Entering {
  readonly kind: 'kiosk'
  readonly kioskId: number
  readonly sessionId: number
  readonly grants: KioskGrants
}

/** A company's own program. */
export interface ApiKeyCaller extends Entering {
  readonly kind: 'api_key'
  readonly apiKeyId: number
  /** null: whatever a regular user may read. */
  readonly operations: readonly string[] | null
  /** What its maker is now. */
  readonly role: Role
}

/** Who asks, and for which company. */
export type Caller = UserCaller | KioskCaller | ApiKeyCaller

/** Finds out whose a token is; null for a missing, expired, revoked or false one. */
export type Authenticate = (token: string) => Promise<Caller | null>

/** What API keys begin with; no session token does. */
export const apiKeyPrefix = 'mwk_'

/** Who a caller is to what it does. */
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

/** Whose allowances a caller uses up: `u7`, `k7`, `a7`. */
export function principalOf(caller: Caller): string {
  if (caller.kind === 'user') return `u${caller.userId}`
  return caller.kind === 'kiosk' ? `k${caller.kioskId}` : `a${caller.apiKeyId}`
}

/** All that somebody whose password was chosen by somebody else can do. */
const beforeOwnPassword: ReadonlySet<Operation> = new Set(['user.self.read', 'password.change', 'session.end'])

/** Throws Forbidden unless this caller may do this at all, on whatever way it came (a call, a socket). */
export function admit(caller: Caller, operation: Operation): void {
  const isHeldUp = caller.kind === 'user' && caller.mustChangePassword && !beforeOwnPassword.has(operation)
  if (isHeldUp) throw new Forbidden('password_must_change')
  if (!may(actorOf(caller), operation)) throw new Forbidden()
}

const callers = new WeakMap<FastifyRequest, Entered>()

interface Entered {
  readonly caller: Caller
  readonly token: string
  readonly isCookie: boolean
}

/** Who sent a request, and by which token; of one that `guard` let through, who was let in. */
export function enteredAs(request: FastifyRequest): Entered {
  const entered = callers.get(request)
  if (!entered) throw new Unauthorized()
  return entered
}

/** Whose allowance a request was counted to (`u7`); undefined for nobody's. */
export function principalIn(request: FastifyRequest): string | undefined {
  const entered = callers.get(request)
  return entered && principalOf(entered.caller)
}

/** The token of a request: `Authorization: TOKEN` or `Bearer TOKEN`; without that header, the browser's cookie. */
export function tokenOf(request: FastifyRequest): { token: string; isCookie: boolean } | null {
  const header = request.headers.authorization
  if (header !== undefined) return { token: header.replace(/^Bearer\s+/i, '').trim(), isCookie: false }
  const token = tokenInCookies(request.headers.cookie, request)
  return token === undefined ? null : { token, isCookie: true }
}

const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'

/** A page of another site may not sign its visitor in here either; programs send no origin. */
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
 * Before anything of a request is read: is there a caller, does the browser come from this server, is it not too often, may
 * it do this at all.
 */
export function guard(operation: Operation, { authenticate, limiter }: Guarding) {
  const { least, rate }: PolicyRow = policy[operation]
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
    // A key in a cookie would be sent along by a browser, which is nobody's program.
    const caller = found.isCookie && found.token.startsWith(apiKeyPrefix) ? null : await authenticate(found.token)
    if (!caller) throw new Unauthorized()
    limiter.take(rate, principalOf(caller))
    callers.set(request, { caller, ...found })
    admit(caller, operation)
  }
}
