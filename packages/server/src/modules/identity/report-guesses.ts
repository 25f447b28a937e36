import { DAY_MS } from '@millwatch/domain/time'
import type { Needs } from '../../platform/calls/needs.ts'
import { guessesMail } from './mails.ts'
import { writeAccountMail } from './store-directory-mail.ts'
import { listMemberships } from './store-directory-memberships.ts'
import { findUserByEmail } from './store-directory-users.ts'

/**
 * Mails the owner of an account that wrong passwords reached its limit, at most once a day (UTC). Does nothing for an unknown
 * user and one who is in no company.
 */
export async function reportGuesses(
  { database, clock, publicUrl }: Pick<Needs, 'database' | 'clock' | 'publicUrl'>,
  username: string,
): Promise<void> {
  const user = await findUserByEmail(database, username)
  if (!user || (await listMemberships(database, user.userId)).length === 0) return
  const at = clock.now()
  const mail = guessesMail(user, { at, signInPage: `${publicUrl()}/login`, day: Math.floor(at / DAY_MS) })
  await writeAccountMail(database, clock, mail)
}
