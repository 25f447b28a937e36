import { changePassword } from '@millwatch/contract/http/identity-password'
import { call } from '../../lib/api.ts'

/**
 * Changes the signed-in person's password on the server, which ends all their other sessions. Throws an error if `current` is
 * wrong or the new password is refused.
 */
export const changeOwnPassword = async (current: string, password: string): Promise<void> => {
  await call(changePassword, { body: { current_password: current, password } })
}
