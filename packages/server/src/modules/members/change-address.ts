import { HOUR_MS } from '@millwatch/domain/time'
import type { Needs } from '../../platform/calls/needs.ts'
import { Invalid, TooMany, Unauthorized } from '../../platform/errors.ts'
import { countAttempt, findUser, hashSecret, requireOwnPassword } from '../identity/index.ts'
import { requireEmail } from './add-member.ts'

/**
 * Largest number of changes of address per hour and user. A refused address reveals that it is in use, so nobody may try many.
 */
const mostAnHour = 5

/**
 * Checks a change of a user's e-mail address and returns the new address in the form in which it is stored; undefined when it
 * does not change. Does not store the address, but counts each change with the right password: 429 after 5 in a clock hour. 400
 * for a missing or wrong password or a malformed address, 401 for an unknown user.
 */
export async function newAddress(
  deps: Needs,
  { userId }: { userId: number },
  { username, password }: { username?: string | undefined; password?: string | undefined },
): Promise<string | undefined> {
  if (username === undefined) return undefined
  const email = requireEmail(username)
  const user = await findUser(deps.database, userId)
  if (!user) throw new Unauthorized()
  if (user.email === email) return undefined
  if (!password) throw new Invalid(undefined, 'current_password_wrong')
  await requireOwnPassword(deps, userId, password)
  await countChange(deps, userId)
  return email
}

async function countChange({ database, clock, signingKey }: Needs, userId: number): Promise<void> {
  const now = clock.now()
  const windowAt = Math.floor(now / HOUR_MS) * HOUR_MS
  const key = hashSecret(signingKey, JSON.stringify(['change_address', userId]))
  const [counted] = await countAttempt(database, [{ key, windowAt, windowMs: HOUR_MS }], now)
  if ((counted?.count ?? 0) > mostAnHour) throw new TooMany('too_many_requests', (windowAt + HOUR_MS - now) / 1000)
}
