import { requestPasswordReset, resetPassword, verifyPasswordReset } from '@millwatch/contract/http/password'
import { call } from '../../lib/api.ts'

/** Has a link mailed to this address, if anybody has it; the answer is the same either way. */
export const requestReset = async (username: string): Promise<void> => {
  await call(requestPasswordReset, { body: { username: username.trim() } })
}

/** Whose password the link sets anew; throws where it is none, used, or over. */
export const verifyReset = async (token: string): Promise<string> =>
  (await call(verifyPasswordReset, { query: { token } })).username

export const finishReset = async (token: string, username: string, password: string): Promise<void> => {
  await call(resetPassword, { body: { token, username, password } })
}
