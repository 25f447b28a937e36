import { recordAudit } from '../../platform/audit/store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import {
  endSession,
  findSession,
  findUserByEmail,
  insertSession,
  listMemberships,
  type Membership,
  normalEmail,
  type OpenSession,
} from '../../platform/directory/index.ts'
import { Unauthorized } from '../../platform/errors.ts'
import { verifyPassword } from './password.ts'
import { idleMs, longestMs } from './session-cache.ts'
import type { SignInThrottle } from './throttle.ts'
import { hashSecret, newSecret } from './tokens.ts'

export interface SessionDeps {
  readonly database: Database
  readonly clock: Clock
  readonly signingKey: Buffer
  readonly throttle: SignInThrottle
}

export interface SignIn {
  readonly username: string
  readonly password: string
  readonly companyId: number | undefined
  readonly ip: string
}

export type SignedIn =
  | { readonly kind: 'session'; readonly token: string; readonly session: OpenSession }
  | { readonly kind: 'choice'; readonly companies: readonly Membership[] }

/** Opens a session, or asks which company is meant. Unknown people, wrong passwords and foreign companies look alike. */
export async function signIn(deps: SessionDeps, { username, password, companyId, ip }: SignIn): Promise<SignedIn> {
  const succeeded = deps.throttle.begin(normalEmail(username), ip)
  const user = await findUserByEmail(deps.database, username)
  const isRight = await verifyPassword(user?.passwordHash, password)
  if (!user || !isRight) throw new Unauthorized('invalid_login')
  const memberships = await listMemberships(deps.database, user.userId)
  const wanted = companyId === undefined ? memberships : memberships.filter((one) => one.companyId === companyId)
  const [only] = wanted
  if (!only) throw new Unauthorized('invalid_login')
  succeeded()
  if (wanted.length > 1) return { kind: 'choice', companies: wanted }
  const token = newSecret()
  const session = await openSession(deps, user.userId, only, token, ip)
  return { kind: 'session', token, session }
}

async function openSession(
  { database, clock, signingKey }: SessionDeps,
  userId: number,
  { companyId, role }: Membership,
  token: string,
  ip: string,
): Promise<OpenSession> {
  const tokenHash = hashSecret(signingKey, token)
  const createdAt = clock.now()
  await database.inCompany(companyId, async (tx) => {
    const expiresAt = createdAt + Math.min(idleMs, longestMs)
    const sessionId = await insertSession(tx, { tokenHash, userId, companyId, createdAt, expiresAt })
    const actor = { kind: 'user', userId, role, sessionId, ip } as const
    const subject = `session/${sessionId}`
    await recordAudit({ companyId, actor, tx, clock }, { operation: 'session.create', subject })
  })
  const session = await findSession(database, tokenHash, createdAt)
  if (!session) throw new Unauthorized()
  return session
}

/** Ends the session of who asks. */
export async function signOut(ctx: Ctx, sessionId: number): Promise<void> {
  await endSession(ctx.tx, sessionId, ctx.clock.now())
  await recordAudit(ctx, { operation: 'session.end', subject: `session/${sessionId}` })
}
