import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import {
  insertCode,
  type KioskSession,
  listMemberships,
  type OneTimeCode,
  type PersonSession,
  takeCode,
} from '../../platform/directory/index.ts'
import { Unauthorized } from '../../platform/errors.ts'
import { type Opened, type OpeningDeps, type Origin, openKioskSession, openPersonSession } from './open-session.ts'
import type { SignInThrottle } from './throttle.ts'
import { hashSecret, newSecret } from './tokens.ts'

const validMs = 60_000

export interface Handoff {
  readonly code: string
  readonly expiresAt: number
}

/** A code by which another browser goes on as who asks; it dies with the session that asked. */
export async function handOff(
  ctx: Ctx,
  signingKey: Buffer,
  by: { userId: number; sessionId: number },
): Promise<Handoff> {
  const code = newSecret()
  const createdAt = ctx.clock.now()
  const expiresAt = createdAt + validMs
  const codeHash = hashSecret(signingKey, code)
  await insertCode(ctx.tx, { codeHash, kind: 'handoff', companyId: ctx.companyId, ...by, createdAt, expiresAt })
  await recordAudit(ctx, { operation: 'session.handoff', subject: `session/${by.sessionId}` })
  return { code, expiresAt }
}

export interface ExchangeDeps extends OpeningDeps {
  readonly throttle: SignInThrottle
}

/** A session for a code: of the person who asked for it, or of the display it was made for. Anything but a code is refused. */
export async function exchange(
  deps: ExchangeDeps,
  code: string,
  origin: Origin,
): Promise<Opened<PersonSession | KioskSession>> {
  const { database, clock, signingKey, throttle } = deps
  const right = await throttle.guess('code', origin.ip)
  const codeHash = hashSecret(signingKey, code)
  const used = await takeCode(database, codeHash, 'handoff', clock.now())
  if (!used || used.companyId === null) throw new Unauthorized('code_invalid')
  await right()
  return enterBy(deps, used, used.companyId, origin)
}

async function enterBy(
  deps: ExchangeDeps,
  { userId, kioskId, sessionId, sinceAt }: OneTimeCode,
  companyId: number,
  origin: Origin,
): Promise<Opened<PersonSession | KioskSession>> {
  if (kioskId !== null) return openKioskSession(deps, { kioskId, companyId }, origin)
  if (userId === null || sessionId === null) throw new Unauthorized('code_invalid')
  const memberships = await listMemberships(deps.database, userId)
  const membership = memberships.find((one) => one.companyId === companyId)
  if (!membership) throw new Unauthorized('code_invalid')
  // Handed on, a session does not become younger.
  const since = sinceAt === null ? {} : { since: sinceAt }
  return openPersonSession(deps, { userId, companyId, role: membership.role, proof: { sessionId }, ...since }, origin)
}
