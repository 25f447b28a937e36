import { recordAudit } from '../../platform/audit/store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor, Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import { NotFound } from '../../platform/errors.ts'
import type { SessionCache } from './session-cache.ts'
import { endOf } from './session-times.ts'
import { spendCodesOfUser } from './store-directory-codes.ts'
import {
  endSession,
  endSessionOfUser,
  endSessionsOfUser,
  type OpenSession,
  touchSession,
} from './store-directory-sessions.ts'

/** Ends the session of the caller. */
export async function signOut(ctx: Ctx, sessionId: number): Promise<void> {
  await endSession(ctx.tx, sessionId, ctx.clock.now())
  await recordAudit(ctx, { operation: 'session.end', subject: `session/${sessionId}` })
}

/** Ends the session that a browser had before it got a new one. */
export async function endFormer(
  { database, clock, sessions }: { database: Database; clock: Clock; sessions: SessionCache },
  former: OpenSession,
): Promise<void> {
  const { companyId, sessionId } = former
  const actor: Actor =
    former.kind === 'user' ? { kind: 'user', userId: former.userId, role: former.role, sessionId } : { kind: 'system' }
  await database.inCompany(companyId, (tx) => signOut({ companyId, actor, tx, clock }, sessionId))
  sessions.forgetAll()
}

/** Ends one session of this person, in any company. */
export async function endOwnSession(ctx: Ctx, userId: number, sessionId: number): Promise<void> {
  if (!(await endSessionOfUser(ctx.tx, sessionId, userId, ctx.clock.now()))) throw new NotFound()
  await recordAudit(ctx, { operation: 'session.end_one', subject: `session/${sessionId}` })
}

/** Ends all sessions of this person except the calling one; returns how many were open. */
export async function endOtherSessions(
  ctx: Ctx,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<number> {
  const at = ctx.clock.now()
  const ended = await endSessionsOfUser(ctx.tx, userId, at, sessionId)
  await spendCodesOfUser(ctx.tx, userId, ['handoff'], at)
  await recordAudit(ctx, { operation: 'session.end_others', subject: `user/${userId}`, after: { ended } })
  return ended
}

/** Extends a session as if it were used now; returns when it ends. */
export async function renewSession(
  { database, clock }: { database: Database; clock: Clock },
  session: OpenSession,
): Promise<number> {
  const now = clock.now()
  const expiresAt = endOf(session.kind, session.createdAt, now)
  await touchSession(database, session.sessionId, now, expiresAt)
  return Math.max(session.expiresAt, expiresAt)
}
