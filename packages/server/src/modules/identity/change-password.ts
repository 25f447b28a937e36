import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { passwordChangedMail } from './mails.ts'
import { requireOwnPassword } from './own-password.ts'
import { hashPassword, requireGoodPassword } from './password.ts'
import { spendCodesOfUser } from './store-directory-codes.ts'
import { endSessionsOfUser } from './store-directory-sessions.ts'
import { type DirectoryUser, replacePasswordHash } from './store-directory-users.ts'

interface Change {
  readonly userId: number
  readonly current: string
  readonly wanted: string
}

/** Change of a password whose current password was right, with the old and the new hash. */
interface CheckedChange {
  readonly user: DirectoryUser
  readonly hashes: { readonly from: string; readonly to: string }
}

/**
 * Checks a change of the caller's own password and returns it with the new hash; stores only the count of guesses. 400
 * when the current password is wrong or the wanted one is the same or breaks the policy; 429 after too many wrong
 * guesses.
 */
export async function checkChange(
  deps: Pick<Needs, 'database' | 'throttle' | 'passwordPolicy'>,
  { userId, current, wanted }: Change,
): Promise<CheckedChange> {
  const user = await requireOwnPassword(deps, userId, current)
  if (wanted === current) throw new Invalid(undefined, 'password_same')
  requireGoodPassword(deps.passwordPolicy, wanted, user.email)
  return { user, hashes: { from: user.passwordHash, to: await hashPassword(wanted) } }
}

/**
 * Stores a checked change of password, with audit entry and fact. Ends every other session of the person, makes open reset and
 * handoff codes useless, and mails the person. 400 when the password was changed meanwhile.
 */
export async function changePassword(ctx: Ctx, { user, hashes }: CheckedChange, sessionId: number): Promise<void> {
  const { userId } = user
  const at = ctx.clock.now()
  const isChanged = await replacePasswordHash(ctx.tx, userId, hashes, at)
  if (!isChanged) throw new Invalid(undefined, 'current_password_wrong')
  await endSessionsOfUser(ctx.tx, userId, at, sessionId)
  await spendCodesOfUser(ctx.tx, userId, ['reset', 'handoff'], at)
  await recordAudit(ctx, { operation: 'password.change', subject: `user/${userId}` })
  await stateFact(ctx, { kind: 'member.changed', userId })
  await enqueueMail(ctx.tx, ctx.clock, passwordChangedMail(user, at))
}
