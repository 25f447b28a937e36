import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Unauthorized } from '../../platform/errors.ts'
import { type Opened, type Origin, openKioskSession, openPersonSession } from './open-session.ts'
import { findCode, insertCode, type OneTimeCode } from './store-directory-codes.ts'
import { listMemberships } from './store-directory-memberships.ts'
import type { KioskSession, PersonSession } from './store-directory-sessions.ts'
import { hashSecret, newSecret } from './tokens.ts'

const validMs = 60_000

export interface Handoff {
  readonly code: string
  readonly expiresAt: number
}

/**
 * Creates a code with which another browser signs in as the caller, once and within a minute, with audit entry. Returns the code
 * and its end (epoch ms). The code becomes useless when the caller's session ends.
 */
export async function handOff(
  ctx: Ctx,
  signingKey: Buffer,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<Handoff> {
  const code = newSecret()
  const createdAt = ctx.clock.now()
  const expiresAt = createdAt + validMs
  const codeHash = hashSecret(signingKey, code)
  const made = { companyId: ctx.companyId, userId, sessionId, createdAt, expiresAt }
  await insertCode(ctx.tx, { codeHash, kind: 'handoff', ...made })
  await recordAudit(ctx, { operation: 'session.handoff', subject: `session/${sessionId}` })
  return { code, expiresAt }
}

/**
 * Uses a handoff code up and opens a session: of the person who created the code, or of its kiosk display. The longest time of a
 * person's session is counted from the sign-in of the session that created the code. 401 for any other text and for a person who
 * left the company, 429 after too many guesses.
 */
export async function exchange(
  deps: Pick<Needs, 'database' | 'clock' | 'signingKey' | 'throttle'>,
  code: string,
  origin: Origin,
): Promise<Opened<PersonSession | KioskSession>> {
  const { database, clock, signingKey, throttle } = deps
  const right = await throttle.guess('code', origin.ip)
  const codeHash = hashSecret(signingKey, code)
  const found = await findCode(database, codeHash, 'handoff', clock.now())
  if (!found || found.companyId === null) throw new Unauthorized('code_invalid')
  await right()
  return enterBy(deps, { ...found, codeHash, companyId: found.companyId }, origin)
}

async function enterBy(
  deps: Pick<Needs, 'database' | 'clock' | 'signingKey' | 'throttle'>,
  { userId, kioskId, sessionId, sinceAt, codeHash, companyId }: OneTimeCode & { codeHash: Buffer; companyId: number },
  origin: Origin,
): Promise<Opened<PersonSession | KioskSession>> {
  if (kioskId !== null) return openKioskSession(deps, { kioskId, companyId, codeHash }, origin)
  if (userId === null || sessionId === null) throw new Unauthorized('code_invalid')
  const memberships = await listMemberships(deps.database, userId)
  const membership = memberships.find((candidate) => candidate.companyId === companyId)
  if (!membership) throw new Unauthorized('code_invalid')
  // The new session keeps the start of the old one, so that it does not last longer.
  const since = sinceAt === null ? {} : { since: sinceAt }
  return openPersonSession(
    deps,
    { userId, companyId, role: membership.role, proof: { sessionId, codeHash }, ...since },
    origin,
  )
}
