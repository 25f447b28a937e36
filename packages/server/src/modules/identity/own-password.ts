import type { Needs } from '../../platform/calls/needs.ts'
import { Invalid, Unauthorized } from '../../platform/errors.ts'
import { verifyPassword } from './password.ts'
import { type DirectoryUser, findUser } from './store-directory-users.ts'

/**
 * Checks the password that a signed-in person entered once more, and returns the person; stores only the count of guesses. 400
 * when the password is wrong, 401 for an unknown person, 429 after too many wrong guesses.
 */
export async function requireOwnPassword(
  deps: Pick<Needs, 'database' | 'throttle'>,
  userId: number,
  password: string,
): Promise<DirectoryUser> {
  const user = await findUser(deps.database, userId)
  if (!user) throw new Unauthorized()
  const right = await deps.throttle.guessOwn(userId)
  if (!(await verifyPassword(user.passwordHash, password))) throw new Invalid(undefined, 'current_password_wrong')
  await right()
  return user
}
