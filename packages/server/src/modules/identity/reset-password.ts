import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { systemCtx } from '../../platform/ctx.ts'
import { Invalid } from '../../platform/errors.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { passwordChangedMail } from './mails.ts'
import { hashPassword, requireGoodPassword } from './password.ts'
import { findCode, spendCodesOfUser, takeCode } from './store-directory-codes.ts'
import { listInvitations } from './store-directory-invitations.ts'
import { listMemberships } from './store-directory-memberships.ts'
import { endSessionsOfUser } from './store-directory-sessions.ts'
import { type DirectoryUser, findUser, normalEmail, proveEmail, replacePasswordHash } from './store-directory-users.ts'
import { hashSecret } from './tokens.ts'

/**
 * Kinds of links by which a person sets a password: `reset` for a forgotten one, `invite` for the first one after an invitation.
 */
const kinds = ['reset', 'invite'] as const

interface LinkedUser {
  readonly user: DirectoryUser
  /** Company that invited the person by this link; null: the link is for a forgotten password. */
  readonly companyId: number | null
  readonly kind: (typeof kinds)[number]
}

/**
 * Returns the user of a reset link or of the link of an invitation, with the kind of the link, without using the link up. 400
 * when the link is used, replaced, expired or unknown; 429 after too many guesses.
 */
export async function userOfResetToken(
  deps: Pick<Needs, 'database' | 'clock' | 'signingKey' | 'throttle' | 'passwordPolicy'>,
  token: string,
  ip: string,
): Promise<LinkedUser> {
  const right = await deps.throttle.guess('code', ip)
  const { database, clock, signingKey } = deps
  const codeHash = hashSecret(signingKey, token)
  for (const kind of kinds) {
    const code = await findCode(database, codeHash, kind, clock.now())
    const user = code?.userId == null ? undefined : await findUser(database, code.userId)
    if (!user) continue
    await right()
    return { user, companyId: kind === 'invite' ? (code?.companyId ?? null) : null, kind }
  }
  throw new Invalid(undefined, 'reset_token_invalid')
}

interface Reset {
  readonly token: string
  readonly username: string
  readonly password: string
  readonly ip: string
}

/**
 * Sets a new password by a reset link or the link of an invitation, and uses the link up. Ends every session of the person, makes
 * all other codes useless, clears failed sign-ins, and mails the person unless it is the first password; with audit entry and
 * fact for a member. The e-mail address becomes proven. 400 for an invalid link, another username, a bad password or a person
 * without company and invitation, 429 after too many guesses.
 */
export async function resetPassword(
  deps: Pick<Needs, 'database' | 'clock' | 'signingKey' | 'throttle' | 'passwordPolicy'>,
  { token, username, password, ip }: Reset,
): Promise<void> {
  const { user, kind } = await userOfResetToken(deps, token, ip)
  if (user.email !== normalEmail(username)) throw new Invalid(undefined, 'reset_token_invalid')
  requireGoodPassword(deps.passwordPolicy, password, user.email)
  const hashes = { from: user.passwordHash, to: await hashPassword(password) }
  const memberships = await listMemberships(deps.database, user.userId)
  const invitations = await listInvitations(deps.database, user.userId)
  const home =
    memberships.find((membership) => membership.companyId === user.defaultCompanyId) ?? memberships[0] ?? invitations[0]
  if (!home) throw new Invalid(undefined, 'reset_token_invalid')
  const { companyId } = home
  const { database, clock, signingKey, throttle } = deps
  await database.inCompany(companyId, async (tx) => {
    const at = clock.now()
    const { userId } = user
    const used = await takeCode(tx, hashSecret(signingKey, token), kind, at)
    if (!used || !(await replacePasswordHash(tx, userId, hashes, at)))
      throw new Invalid(undefined, 'reset_token_invalid')
    // The link came by mail, so the address belongs to the user.
    await proveEmail(tx, userId, at)
    await spendCodesOfUser(tx, userId, ['reset', 'handoff', 'invite'], at)
    await endSessionsOfUser(tx, userId, at)
    await throttle.clear(tx, user.email, ip)
    // The actor is the system, as nobody is signed in.
    const ctx = systemCtx(companyId, tx, clock)
    // A company with only an open invitation must not learn that the person exists or from which address the link was
    // used.
    if (memberships.length > 0) {
      await recordAudit(ctx, { operation: 'password.reset', subject: `user/${userId}`, after: { by: 'mail', ip } })
      await stateFact(ctx, { kind: 'member.changed', userId })
    }
    // A first password was not changed.
    if (kind === 'reset') await enqueueMail(tx, clock, passwordChangedMail(user, at))
  })
}
