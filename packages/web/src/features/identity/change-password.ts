import { changePassword } from '@millwatch/contract/http/identity-password'
import { call } from '../../lib/api.ts'

/** Changes the signed-in user's password; the server ends all their other sessions. */
export const changeOwnPassword = async (current: string, password: string): Promise<void> => {
  await call(changePassword, { body: { current_password: current, password } })
}
