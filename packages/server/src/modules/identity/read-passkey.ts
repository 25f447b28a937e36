import type { Assertion, Attestation } from '@millwatch/contract/shapes/passkey'
import type { Static } from 'typebox'
import type { SentAssertion, SentAttestation } from './webauthn.ts'

/** Returns the signature of a passkey in a request with the names of the program; undefined if there is none. */
export const readAssertion = (sent: Static<typeof Assertion> | undefined): SentAssertion | undefined =>
  sent && {
    credentialId: sent.credential_id,
    clientData: sent.client_data,
    authenticatorData: sent.authenticator_data,
    signature: sent.signature,
    userHandle: sent.user_handle,
  }

/** Returns a new passkey in a request with the names of the program; absent transports are an empty list. */
export const readAttestation = (sent: Static<typeof Attestation>): SentAttestation => ({
  credentialId: sent.credential_id,
  clientData: sent.client_data,
  attestation: sent.attestation,
  transports: sent.transports ?? [],
})
