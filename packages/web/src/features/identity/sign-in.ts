import type { Answer } from '@millwatch/contract/endpoint'
import { createSession } from '@millwatch/contract/http/identity'
import { enterSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import { ApiError, call, NetworkError } from '../../lib/api.ts'
import { type Assertion, passkeyFailure } from './passkeys.ts'

/** Answer of the server to the password, or to the code or passkey of the second factor: a session, or the next step. */
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
  /** Identifier of the sign-in that is under way, from the previous answer. */
  readonly step: string
  /** Code of the second factor; absent if a passkey is used, or if the second factor was accepted already. */
  readonly code?: string
  readonly passkey?: Assertion
  readonly companyId?: number
}

/**
 * Sends the next step of a sign-in to the server and returns the answer: a code, a passkey, or, if the second factor was
 * accepted, the chosen company.
 */
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

/** Codes of errors that come after the right password; the server's message is shown for them. */
const afterPassword: readonly unknown[] = [
  'first_password_expired',
  'second_factor_wrong',
  'passkey_wrong',
  'passkey_not_here',
  'step_invalid',
]

/** Returns true if the error means that the sign-in took too long and must begin anew with the password. */
export const isOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'step_invalid'

const ownMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Returns true if a browser stores session cookies at this address: over HTTPS, or on localhost. */
export function keepsSessions({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'https:' || ownMachine.test(hostname)
}

/**
 * Returns the message for a failed sign-in: `Network error`, a message about the passkey, the server's own message after the
 * right password and for too many attempts, `Invalid email or password`, or a general one.
 */
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
