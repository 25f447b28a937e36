import type { FastifyReply, FastifyRequest } from 'fastify'
import { Forbidden, Unauthorized } from '../errors.ts'
import { mayDo, type PolicyRow } from '../policy.ts'
import type { Role } from '../tables.ts'
import { tokenInCookies } from './cookie.ts'
import { isOwnOrigin, originOf } from './origin.ts'

/** Who is signed in, and for which company. */
export interface Caller {
  readonly userId: number
  readonly companyId: number
  readonly sessionId: number
  readonly role: Role
  /** When the session ends if it is not used again. */
  readonly expiresAt: number
}

/** Finds out whose a token is; null for a missing, expired, revoked or false one. */
export type Authenticate = (token: string) => Promise<Caller | null>

const callers = new WeakMap<FastifyRequest, Entered>()

interface Entered {
  readonly caller: Caller
  readonly token: string
}

/** Who `guard` let in, and by which token. */
export function enteredAs(request: FastifyRequest): Entered {
  const entered = callers.get(request)
  if (!entered) throw new Unauthorized()
  return entered
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

/** Before anything of a request is read: is there a caller, does the browser come from this server, is the role enough. */
export function guard(row: PolicyRow, authenticate: Authenticate) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (row.least === 'public') refuseForeignPage(request)
    if (row.least === 'public' || row.least === 'device') return
    const found = tokenOf(request)
    if (!found) throw new Unauthorized()
    if (found.isCookie && isWrite(request.method) && !isOwnOrigin(originOf(request.headers), request)) {
      throw new Forbidden('foreign_origin')
    }
    const caller = await authenticate(found.token)
    if (!caller) throw new Unauthorized()
    if (!mayDo(caller.role, row)) throw new Forbidden()
    callers.set(request, { caller, token: found.token })
  }
}
