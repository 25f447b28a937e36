import type { Answer, Body } from '@millwatch/contract/endpoint'
import { addPasskey, askOwnPasskey, beginPasskey } from '@millwatch/contract/http/identity-passkeys'
import {
  askPasskeyOfStep,
  type enterSecondFactor,
  type getSecondFactor,
} from '@millwatch/contract/http/identity-second-factor'
import { call } from '../../lib/api.ts'

/** Passkey of the signed-in person, as the server lists it. */
export type OwnPasskey = Answer<typeof getSecondFactor>['passkeys'][number]
/** Signature of a passkey in the form in which the server takes it. */
export type Assertion = NonNullable<Body<typeof enterSecondFactor>['passkey']>
/**
 * Proof for a change of the second factor: the password, and a code or the signature of a passkey if the person has a second
 * factor.
 */
export type AskedSecrets = Body<typeof beginPasskey>

type AssertionOptions = Answer<typeof askPasskeyOfStep>['options']

/** Loads the library for passkeys, when a passkey is made or used for the first time. */
const library = () => import('@simplewebauthn/browser')

/** Returns true if this browser supports passkeys on this page. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

/** Lets the person use a passkey in the browser, and returns its signature. Throws an error if none was used. */
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
 * Lets the person use a passkey for the sign-in that has reached `step`, and returns its signature. Throws an error if none was
 * used, or if the server does not know the step.
 */
export async function passkeyOfStep(step: string): Promise<Assertion> {
  return signed((await call(askPasskeyOfStep, { body: { step } })).options)
}

interface EnteredSecrets {
  readonly current: string
  readonly code: string
}

/**
 * Returns the proof for a change: the password with the code if one was typed, else with the signature of a passkey if the person
 * has passkeys, else the password alone. Throws an error if no passkey was used.
 */
export async function secretsOf({ current, code }: EnteredSecrets, hasPasskeys: boolean): Promise<AskedSecrets> {
  if (code.trim() !== '') return { current_password: current, code }
  if (!hasPasskeys) return { current_password: current }
  const { options } = await call(askOwnPasskey, { body: {} })
  return { current_password: current, passkey: await signed(options) }
}

/**
 * Lets the browser make a passkey, adds it to the person (the first second factor ends all other sessions), and returns their new
 * recovery codes; an empty list if they have codes already. Throws an error if no passkey was made.
 */
export async function makePasskey(name: string, secrets: AskedSecrets): Promise<readonly string[]> {
  const { options } = await call(beginPasskey, { body: secrets })
  const { startRegistration } = await library()
  const { id, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports } = response
  const made = { credential_id: id, client_data: clientDataJSON, attestation: attestationObject }
  const passkey = transports === undefined ? made : { ...made, transports }
  return (await call(addPasskey, { body: { name, passkey } })).recovery_codes
}

/** Names of errors of the browser that all mean that it could not use a passkey. */
const ofBrowser = [
  'AbortError',
  'ConstraintError',
  'NotReadableError',
  'NotSupportedError',
  'SecurityError',
  'UnknownError',
]

/** Returns the message for an error that the browser threw when it made or used a passkey; null for any other error. */
export function passkeyFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'InvalidStateError') return 'This device has a passkey of yours already. Use another device'
  if (error.name === 'NotAllowedError') return 'No passkey was used. Try again, or use a code'
  return ofBrowser.includes(error.name) ? 'This browser could not use a passkey. Try again, or use a code' : null
}
