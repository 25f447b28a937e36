import type { Answer, Body } from '@millwatch/contract/endpoint'
import { addPasskey, askOwnPasskey, beginPasskey } from '@millwatch/contract/http/identity-passkeys'
import {
  askPasskeyOfStep,
  type enterSecondFactor,
  type getSecondFactor,
} from '@millwatch/contract/http/identity-second-factor'
import { call } from '../../lib/api.ts'

/** Passkey in the list of its person. */
export type OwnPasskey = Answer<typeof getSecondFactor>['passkeys'][number]
/** Signature of a passkey, as the server takes it. */
export type Assertion = NonNullable<Body<typeof enterSecondFactor>['passkey']>
/**
 * Password, with a code or a passkey where there is a second factor, by which a person proves a change of the second
 * factor.
 */
export type AskedSecrets = Body<typeof beginPasskey>

type AssertionOptions = Answer<typeof askPasskeyOfStep>['options']

/** The library is loaded when somebody uses a passkey. */
const library = () => import('@simplewebauthn/browser')

/** Returns true if this browser can use passkeys on this page. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

/** Lets the person use a passkey, and returns its signature. Throws if the browser used none. */
async function signed(options: AssertionOptions): Promise<Assertion> {
  const { startAuthentication } = await library()
  const { id, response } = await startAuthentication({ optionsJSON: options })
  return {
    credential_id: id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle === undefined ? {} : { user_handle: response.userHandle }),
  }
}

/**
 * Asks the browser for a passkey of the person whose sign-in has reached this step, and returns its signature for the
 * server. Rejects when the browser gives none.
 */
export async function passkeyOfStep(step: string): Promise<Assertion> {
  return signed((await call(askPasskeyOfStep, { body: { step } })).options)
}

interface EnteredSecrets {
  readonly current: string
  readonly code: string
}

/** Returns the proof of a change: the password with the code, or with a passkey if the code is blank and the person has passkeys. */
export async function secretsOf({ current, code }: EnteredSecrets, hasPasskeys: boolean): Promise<AskedSecrets> {
  if (code.trim() !== '') return { current_password: current, code }
  if (!hasPasskeys) return { current_password: current }
  const { options } = await call(askOwnPasskey, { body: {} })
  return { current_password: current, passkey: await signed(options) }
}

/** Lets the browser make a passkey and adds it; returns the recovery codes, none if there are some already. */
export async function makePasskey(name: string, secrets: AskedSecrets): Promise<readonly string[]> {
  const { options } = await call(beginPasskey, { body: secrets })
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports } = response
  const made = { credential_id: id, client_data: clientDataJSON, attestation: attestationObject }
  const passkey = transports === undefined ? made : { ...made, transports }
  return (await call(addPasskey, { body: { name, passkey } })).recovery_codes
}

/** Names of other errors of the browser's passkeys. */
const ofBrowser = [
  'AbortError',
  'ConstraintError',
  'NotReadableError',
  'NotSupportedError',
  'SecurityError',
  'UnknownError',
]

/** Returns the text for a failure of a passkey; null for any other error. */
export function passkeyFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'InvalidStateError') return 'This device has a passkey of yours already. Use another device'
  if (error.name === 'NotAllowedError') return 'No passkey was used. Try again, or use a code'
  return ofBrowser.includes(error.name) ? 'This browser could not use a passkey. Try again, or use a code' : null
}
