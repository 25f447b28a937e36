import { HOUR_MS } from '@millwatch/domain/time'
import type { Needs } from '../../platform/calls/needs.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { resetMail } from './mails.ts'
import { giveResetCode } from './store-directory-codes.ts'
import { listInvitations } from './store-directory-invitations.ts'
import { listMemberships } from './store-directory-memberships.ts'
import { findUserByEmail } from './store-directory-users.ts'
import { hashSecret, newSecret } from './tokens.ts'

const validMs = HOUR_MS
const mostAnHour = 3

/**
 * Mails a link to reset the password, valid once and for an hour, if the user exists and belongs to or is invited to a company;
 * else does nothing. At most three links an hour per person; each makes the earlier ones useless.
 */
export async function mailLink(
  { database, clock, signingKey, publicUrl }: Pick<Needs, 'database' | 'clock' | 'signingKey' | 'publicUrl'>,
  username: string,
): Promise<void> {
  const user = await findUserByEmail(database, username)
  if (!user) return
  const companies = [
    ...(await listMemberships(database, user.userId)),
    ...(await listInvitations(database, user.userId)),
  ]
  if (companies.length === 0) return
  const { userId } = user
  const token = newSecret()
  const codeHash = hashSecret(signingKey, token)
  const createdAt = clock.now()
  const expiresAt = createdAt + validMs
  const code = { codeHash, kind: 'reset', userId, createdAt, expiresAt } as const
  await giveResetCode(database, code, { most: mostAnHour, since: createdAt - HOUR_MS }, (tx) => {
    const link = `${publicUrl()}/password/reset?resetToken=${token}`
    return enqueueMail(tx, clock, resetMail(user, { link, expiresAt, key: codeHash.toString('hex').slice(0, 32) }))
  })
}
