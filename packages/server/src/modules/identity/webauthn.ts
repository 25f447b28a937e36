import type { AssertionOptions, AttestationOptions } from '@millwatch/contract/shapes/passkey'
import type { Static } from 'typebox'
import { challengeMs } from './passkey-challenge.ts'
import type { PasskeyParty } from './passkey-party.ts'
import type { StoredPasskey } from './store-directory-passkeys.ts'

/** Loads the library for passkeys. It is loaded at the first use of a passkey, since that takes a third of a second and 29 MB. */
const library = () => import('@simplewebauthn/server')

/** COSE numbers of the accepted algorithms: Ed25519, ECDSA with P-256 and SHA-256, RSA with SHA-256. */
const algorithms = [-8, -7, -257]

type Known = Pick<StoredPasskey, 'credentialId' | 'transports'>

const named = ({ credentialId, transports }: Known) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  ...(transports.length === 0 ? {} : { transports: [...transports] }),
})

interface Asking {
  readonly party: PasskeyParty
  readonly challenge: string
  readonly existing: readonly Known[]
}

/**
 * Returns the options with which a browser requests a signature by one of the `existing` passkeys; if these are none, by any
 * passkey of this host.
 */
export const assertionOptions = (
  { party, challenge, existing }: Asking,
  userVerification: 'required' | 'preferred' = 'preferred',
): Static<typeof AssertionOptions> => ({
  challenge,
  rpId: party.rpId,
  timeout: challengeMs,
  userVerification,
  allowCredentials: existing.map(named),
})

/**
 * Returns the options with which a browser makes a passkey for a person; the browser makes none on a device that has one of the
 * `existing` passkeys.
 */
export const attestationOptions = (
  { party, challenge, existing }: Asking,
  person: { readonly email: string; readonly userHandle: Buffer },
): Static<typeof AttestationOptions> => ({
  challenge,
  rp: { id: party.rpId, name: 'Millwatch' },
  user: { id: person.userHandle.toString('base64url'), name: person.email, displayName: person.email },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: challengeMs,
  excludeCredentials: existing.map(named),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
})

/** New passkey as a browser sent it; all but the transports is base64url. */
export interface SentAttestation {
  readonly credentialId: string
  readonly clientData: string
  readonly attestation: string
  readonly transports: readonly string[]
}

/** Signature of a passkey as a browser sent it, all base64url. */
export interface SentAssertion {
  readonly credentialId: string
  readonly clientData: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string | undefined
}

interface Checking {
  readonly party: PasskeyParty
  /** Returns true for a challenge that may be signed: made for this use and not expired. */
  readonly isOpen: (challenge: string) => boolean
}

interface CheckedPasskey extends Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'isSynced'> {
  readonly challenge: string
}

/**
 * Checks a new passkey and returns it; null if it is not valid for this party and challenge. It does not check if the challenge
 * was used.
 */
export async function checkAttestation(
  sent: SentAttestation,
  { party, isOpen }: Checking,
): Promise<CheckedPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  let challenge = ''
  const checked = await verifyRegistrationResponse({
    response: {
      id: sent.credentialId,
      rawId: sent.credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: sent.clientData, attestationObject: sent.attestation },
    },
    expectedChallenge: (text) => {
      challenge = text
      return isOpen(text)
    },
    expectedOrigin: party.origin,
    expectedRPID: party.rpId,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { credential, credentialBackedUp: isSynced } = checked.registrationInfo
  const { id, publicKey, counter } = credential
  return { challenge, credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), counter, isSynced }
}

interface CheckedUse {
  readonly challenge: string
  readonly counter: number
  readonly isSynced: boolean
  /** True: the passkey verified the person who uses it, for example by a PIN or a finger. */
  readonly isVerified: boolean
}

/**
 * Checks the signature of a stored passkey and returns its challenge and new counter; null if it is not valid for this party and
 * challenge. It does not check if the challenge was used, and does not compare the counter.
 */
export async function checkAssertion(
  sent: SentAssertion,
  { credentialId, publicKey }: StoredPasskey,
  { party, isOpen }: Checking,
): Promise<CheckedUse | null> {
  const { verifyAuthenticationResponse } = await library()
  let challenge = ''
  const checked = await verifyAuthenticationResponse({
    response: {
      id: sent.credentialId,
      rawId: sent.credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: sent.clientData,
        authenticatorData: sent.authenticatorData,
        signature: sent.signature,
      },
    },
    expectedChallenge: (text) => {
      challenge = text
      return isOpen(text)
    },
    expectedOrigin: party.origin,
    expectedRPID: party.rpId,
    credential: { id: credentialId.toString('base64url'), publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: false,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { newCounter: counter, credentialBackedUp: isSynced, userVerified: isVerified } = checked.authenticationInfo
  return { challenge, counter, isSynced, isVerified }
}
