import type { Answer } from '@millwatch/contract/endpoint'
import { createSession } from '@millwatch/contract/http/sessions'
import { ApiError, call, NetworkError } from '../../lib/api.ts'

export type SignInAnswer = Answer<typeof createSession>

export interface Credentials {
  username: string
  password: string
  companyId?: number | undefined
}

export const signIn = ({ username, password, companyId }: Credentials): Promise<SignInAnswer> =>
  call(createSession, {
    body: {
      username: username.trim(),
      password,
      cookie: true,
      ...(companyId === undefined ? {} : { company_id: companyId }),
    },
  })

const ownMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a browser keeps the cookie of a session at this address: over HTTPS, or on the server's own machine. */
export function keepsSessions({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' || ownMachine.test(hostname)
}

/** The words of the specification's error catalogue. */
export function signInMessage(error: unknown): string {
  if (error instanceof NetworkError) return 'Network error'
  if (!(error instanceof ApiError)) return 'Error during authentication'
  if (error.status === 401) return 'Invalid email or password'
  if (error.status === 429) return error.message
  if (error.status >= 500) return 'Server error during authentication'
  return 'Unknown response code'
}
