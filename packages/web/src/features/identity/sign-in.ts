import type { Answer } from '@millwatch/contract/endpoint'
import { createSession } from '@millwatch/contract/http/identity'
import { enterSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { ApiError, call, NetworkError } from '../../lib/api.ts'
import { type Assertion, passkeyFailure } from './passkeys.ts'

/** Answer to the password, or to the code of the second factor. */
export type SignInAnswer = Answer<typeof createSession> | Answer<typeof enterSecondFactor>

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

interface Completion {
  /** Step of the answer before. */
  readonly step: string
  /** Absent for a passkey, and once a second factor was accepted. */
  readonly code?: string
  readonly passkey?: Assertion
  readonly companyId?: number
}

/** Completes a sign-in by a code of the second factor, or by the company when a code was accepted. */
export const completeSignIn = ({ step, code, passkey, companyId }: Completion): Promise<SignInAnswer> =>
  call(enterSecondFactor, {
    body: {
      step,
      cookie: true,
      ...(code === undefined ? {} : { code }),
      ...(passkey === undefined ? {} : { passkey }),
      ...(companyId === undefined ? {} : { company_id: companyId }),
    },
  })

/** Codes of errors that come after the right password, and whose texts say what to do. */
const afterPassword: readonly unknown[] = [
  'first_password_expired',
  'second_factor_wrong',
  'passkey_wrong',
  'passkey_not_here',
  'step_invalid',
]

/** Returns true if the sign-in took too long and begins anew with the password. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'step_invalid'

const ownMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Returns true if a browser stores session cookies at this address: over HTTPS, or on the machine of the server itself. */
export function keepsSessions({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' || ownMachine.test(hostname)
}

/** Returns the text for a failed sign-in, in the words of the specification. */
export function signInMessage(error: unknown): string {
  if (error instanceof NetworkError) return 'Network error'
  const ofPasskey = passkeyFailure(error)
  if (ofPasskey !== null) return ofPasskey
  if (!(error instanceof ApiError)) return 'Error during authentication'
  if (afterPassword.includes(error.code)) return error.message
  if (error.status === 401) return 'Invalid email or password'
  if (error.status === 429) return error.message
  if (error.status >= 500) return 'Server error during authentication'
  return 'Unknown response code'
}
