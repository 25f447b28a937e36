import { changePassword } from '@millwatch/contract/http/password'
import { call } from '../../lib/api.ts'

/** Changes the own password; every other session of the person ends. */
export const changeOwnPassword = async (current: string, password: string): Promise<void> => {
  await call(changePassword, { body: { current_password: current, password } })
}
