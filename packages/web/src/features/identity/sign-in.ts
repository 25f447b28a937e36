import type { Answer } from '@millwatch/contract/endpoint'
import { createSession } from '@millwatch/contract/http/identity'
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

/** Returns true if a browser stores session cookies at this address: over HTTPS, or on the machine of the server itself. */
export function keepsSessions({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' || ownMachine.test(hostname)
}

/** Returns the text for a failed sign-in, in the words of the specification. */
export function signInMessage(error: unknown): string {
  if (error instanceof NetworkError) return 'Network error'
  if (!(error instanceof ApiError)) return 'Error during authentication'
  if (error.status === 401) return 'Invalid email or password'
  if (error.status === 429) return error.message
  if (error.status >= 500) return 'Server error during authentication'
  return 'Unknown response code'
}
