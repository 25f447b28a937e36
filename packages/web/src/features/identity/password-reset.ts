import { requestPasswordReset, resetPassword, verifyPasswordReset } from '@millwatch/contract/http/identity-password'
import { call } from '../../lib/api.ts'

/** Requests a reset link by mail. The answer is the same whether the address has an account or not. */
export const requestReset = async (username: string): Promise<void> => {
  await call(requestPasswordReset, { body: { username: username.trim() } })
}

/** Returns the username of the account that the reset link is for. Throws when the link is invalid, used or expired. */
export const verifyReset = async (token: string): Promise<string> =>
  (await call(verifyPasswordReset, { query: { token } })).username

export const finishReset = async (token: string, username: string, password: string): Promise<void> => {
  await call(resetPassword, { body: { token, username, password } })
}
