import type { Role } from '@millwatch/domain/identity'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Actor } from '../../platform/ctx.ts'
import { Unauthorized } from '../../platform/errors.ts'
import type { Tx } from '../../platform/tx.ts'
import type { AcceptedFactor } from './accept-code.ts'
import { endOf } from './session-times.ts'
import { takeCode } from './store-directory-codes.ts'
import { holdMembership } from './store-directory-memberships.ts'
import { isFactorOn } from './store-directory-second-factor.ts'
import {
  findSession,
  holdSession,
  insertSession,
  type KioskSession,
  type NewSession,
  type PersonSession,
} from './store-directory-sessions.ts'
import { holdPasswordHash } from './store-directory-users.ts'
import { hashSecret, newSecret } from './tokens.ts'

/** Network address and browser of a sign-in. */
export interface Origin {
  readonly ip: string
  readonly userAgent: string | null
}

export interface Opened<Session> {
  readonly token: string
  readonly session: Session
}

interface HandedOn {
  readonly sessionId: number
  readonly codeHash: Buffer
}

interface Person {
  readonly userId: number
  readonly companyId: number
  readonly role: Role
  /**
   * Basis of the sign-in: the hash of the checked password, with the accepted second factor if there was one, or the session that
   * was handed on, with the hash of its code. It must still be valid when the session opens; the code of a handoff is used up.
   * Absent: the sign-in has no such basis to check.
   */
  readonly proof?: { readonly passwordHash: string; readonly code?: AcceptedFactor } | HandedOn
  /** Instant of the person's sign-in (epoch ms), from which the longest time of a session is counted; absent: now. */
  readonly since?: number
}

/**
 * Opens a session of a person in one company, with audit entry, and returns it with its token, of which only a hash is stored.
 * 401 when the basis of the sign-in is no longer valid, when a second factor was switched on meanwhile, when the person is no
 * member any more, or when the company is suspended.
 */
export async function openPersonSession(
  deps: Pick<Needs, 'database' | 'clock' | 'signingKey'>,
  { userId, companyId, role, since, proof: basis }: Person,
  origin: Origin,
): Promise<Opened<PersonSession>> {
  const createdAt = since ?? deps.clock.now()
  const holds = async (tx: Tx) => {
    const isHandedOn = basis !== undefined && 'sessionId' in basis
    if (basis !== undefined && !isHandedOn && !(await holdPasswordHash(tx, userId, basis.passwordHash)))
      throw new Unauthorized('invalid_login')
    if (!(await holdMembership(tx, companyId, userId))) throw new Unauthorized()
    // A second factor that was switched on a moment ago, under the same lock, is asked for.
    if (basis !== undefined && !isHandedOn && basis.code === undefined && (await isFactorOn(tx, userId)))
      throw new Unauthorized('invalid_login')
    if (isHandedOn) await requireCode(tx, basis.codeHash, deps.clock.now())
    if (isHandedOn && !(await holdSession(tx, basis.sessionId, deps.clock.now())))
      throw new Unauthorized('code_invalid')
  }
  const opening = { of: { userId }, companyId, createdAt, kind: 'user', ...recordOf(basis), holds } as const
  const token = await open(deps, opening, origin, (sessionId) => ({
    kind: 'user',
    userId,
    role,
    sessionId,
    ip: origin.ip,
  }))
  const session = await findSession(deps.database, hashSecret(deps.signingKey, token), deps.clock.now())
  // The person or the company was suspended or removed a moment ago.
  if (session?.kind !== 'user') throw new Unauthorized()
  return { token, session }
}

/**
 * Returns the operation of the audit entry of a session that opens on this basis. `by` is the accepted second factor if it is not
 * a code of the app.
 */
function recordOf(basis: Person['proof']): Pick<Opening, 'operation' | 'by'> {
  if (basis === undefined) return { operation: 'session.create' }
  if ('sessionId' in basis) return { operation: 'session.exchange' }
  if (basis.code === undefined) return { operation: 'session.create' }
  return { operation: 'session.second_factor', ...(basis.code !== 'totp' && { by: basis.code }) }
}

/**
 * Opens a session of a kiosk display, with audit entry, uses the handoff code up, and returns the session with its token, of
 * which only a hash is stored. 401 when the code is not valid, the display is revoked, or the company is suspended.
 */
export async function openKioskSession(
  deps: Pick<Needs, 'database' | 'clock' | 'signingKey'>,
  { kioskId, companyId, codeHash }: { kioskId: number; companyId: number; codeHash: Buffer },
  origin: Origin,
): Promise<Opened<KioskSession>> {
  const createdAt = deps.clock.now()
  const holds = (tx: Tx) => requireCode(tx, codeHash, createdAt)
  const opening = {
    of: { kioskId },
    companyId,
    createdAt,
    kind: 'kiosk',
    operation: 'session.exchange',
    holds,
  } as const
  const token = await open(deps, opening, origin, () => ({ kind: 'system' }))
  const session = await findSession(deps.database, hashSecret(deps.signingKey, token), deps.clock.now())
  if (session?.kind !== 'kiosk') throw new Unauthorized()
  return { token, session }
}

/** Uses a handoff code up; throws 401 when the code is not valid any more. */
async function requireCode(tx: Tx, codeHash: Buffer, now: number): Promise<void> {
  if (!(await takeCode(tx, codeHash, 'handoff', now))) throw new Unauthorized('code_invalid')
}

interface Opening extends Pick<NewSession, 'of' | 'companyId' | 'createdAt'> {
  readonly kind: 'user' | 'kiosk'
  readonly operation: 'session.create' | 'session.exchange' | 'session.second_factor'
  /** Accepted second factor to name in the audit entry; absent: a code of the app, or none. */
  readonly by?: AcceptedFactor
  /** Checks and locks the basis of the sign-in; throws 401 when it is no longer valid. */
  readonly holds: (tx: Tx) => Promise<void>
}

async function open(
  { database, clock, signingKey }: Pick<Needs, 'database' | 'clock' | 'signingKey'>,
  { kind, operation, by, holds, ...session }: Opening,
  origin: Origin,
  actorOf: (sessionId: number) => Actor,
): Promise<string> {
  const token = newSecret()
  const tokenHash = hashSecret(signingKey, token)
  const now = clock.now()
  const { companyId, createdAt } = session
  await database.inCompany(companyId, async (tx: Tx) => {
    await holds(tx)
    const expiresAt = endOf(kind, createdAt, now)
    const sessionId = await insertSession(tx, { ...session, ...origin, tokenHash, lastUsedAt: now, expiresAt })
    const ctx = { companyId, actor: actorOf(sessionId), tx, clock }
    const ofPerson = by === undefined ? null : { by }
    const after = 'kioskId' in session.of ? { kioskId: session.of.kioskId, ip: origin.ip } : ofPerson
    await recordAudit(ctx, { operation, subject: `session/${sessionId}`, after })
  })
  return token
}
