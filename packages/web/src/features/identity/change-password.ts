import { changePassword } from '@millwatch/contract/http/identity-password'
import { call } from '../../lib/api.ts'

/**
 * Changes the signed-in person's password on the server, which ends all their other sessions. Rejects when `current` is wrong
 * or the new one is refused.
 */
export const changeOwnPassword = async (current: string, password: string): Promise<void> => {
  await call(changePassword, { body: { current_password: current, password } })
}
