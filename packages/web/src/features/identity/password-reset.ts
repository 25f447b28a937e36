import { requestPasswordReset, resetPassword, verifyPasswordReset } from '@millwatch/contract/http/identity-password'
import { call } from '../../lib/api.ts'

/** Requests that the server mails a reset link to an address. The answer is the same for an address without an account. */
export const requestReset = async (username: string): Promise<void> => {
  await call(requestPasswordReset, { body: { username: username.trim() } })
}

/**
 * Returns the account of a reset link, and the name of the company if the link is that of an invitation (else null). Throws an
 * error if the link is invalid, used or expired.
 */
export const verifyReset = async (token: string): Promise<{ username: string; companyName: string | null }> => {
  const { username, company_name: companyName } = await call(verifyPasswordReset, { query: { token } })
  return { username, companyName }
}

export const finishReset = async (token: string, username: string, password: string): Promise<void> => {
  await call(resetPassword, { body: { token, username, password } })
}
