import { recordAudit } from '../../platform/audit/store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor, Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import { NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
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

/** Ends a session, with audit entry; other servers refuse it within a second. The cookie of the browser stays. */
export async function signOut(ctx: Ctx, sessionId: number): Promise<void> {
  await endSession(ctx.tx, sessionId, ctx.clock.now())
  await recordAudit(ctx, { operation: 'session.end', subject: `session/${sessionId}` })
}

/**
 * Ends the session that a browser had before it got a new one, in a transaction of its own, with audit entry, and clears the
 * cache of sessions.
 */
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

/** Ends one open session of this person, in any company, with audit entry and fact; 404 when the person has no such session. */
export async function endOwnSession(ctx: Ctx, userId: number, sessionId: number): Promise<void> {
  if (!(await endSessionOfUser(ctx.tx, sessionId, userId, ctx.clock.now()))) throw new NotFound()
  await recordAudit(ctx, { operation: 'session.end_one', subject: `session/${sessionId}` })
  await stateFact(ctx, { kind: 'member.changed', userId })
}

/**
 * Ends all sessions of this person in all companies except the given one, with audit entry and fact, and makes open handoff codes
 * useless. Returns the number of sessions that were open.
 */
export async function endOtherSessions(
  ctx: Ctx,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<number> {
  const at = ctx.clock.now()
  const ended = await endSessionsOfUser(ctx.tx, userId, at, sessionId)
  await spendCodesOfUser(ctx.tx, userId, ['handoff'], at)
  await recordAudit(ctx, { operation: 'session.end_others', subject: `user/${userId}`, after: { ended } })
  await stateFact(ctx, { kind: 'member.changed', userId })
  return ended
}

/**
 * Stores a use of a session now, which extends it, and returns the end of the session (epoch ms), which is never earlier than
 * before.
 */
export async function renewSession(
  { database, clock }: { database: Database; clock: Clock },
  session: OpenSession,
): Promise<number> {
  const now = clock.now()
  const expiresAt = endOf(session.kind, session.createdAt, now)
  await touchSession(database, session.sessionId, now, expiresAt)
  return Math.max(session.expiresAt, expiresAt)
}
