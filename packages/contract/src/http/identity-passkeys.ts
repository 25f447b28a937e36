import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { IdParams, Success } from '../shapes/common.ts'
import { AskedSecrets, AssertionOptions, Attestation, AttestationOptions, OwnPasskey } from '../shapes/passkey.ts'

const closed = { additionalProperties: false } as const
const Name = Type.String({ maxLength: 120 })

/** Returns the options with which a browser makes a passkey; they are valid once, for five minutes, in this session. */
export const beginPasskey = endpoint('POST', '/v0/user/passkeys/options', 'sessions', {
  operation: 'passkey.begin',
  policy: {
    least: 'user',
    scope: 'self',
    rate: 'write',
    owner: 'own',
    unaudited: 'It stores nothing; the passkey that is added then is recorded',
  },
  summary: 'Options with which a browser makes a passkey; takes the current password, and a second factor that is on',
  shapes: { body: AskedSecrets, answer: Type.Object({ status: Success, options: AttestationOptions }) },
})

export const addPasskey = endpoint('POST', '/v0/user/passkeys', 'sessions', {
  operation: 'passkey.add',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'Add a passkey; if it is the first second factor, ends every other session',
  shapes: {
    body: Type.Object({ name: Name, passkey: Attestation }, closed),
    /** Recovery codes if this is the person's first second factor, else an empty list. */
    answer: Type.Object({ status: Success, passkey: OwnPasskey, recovery_codes: Type.Array(Type.String()) }),
  },
})

export const renamePasskey = endpoint('PUT', '/v0/user/passkeys/:id', 'sessions', {
  operation: 'passkey.rename',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'Rename a passkey of the caller',
  shapes: {
    params: IdParams,
    body: Type.Object({ name: Name }, closed),
    answer: Type.Object({ status: Success, passkey: OwnPasskey }),
  },
})

export const removePasskey = endpoint('DELETE', '/v0/user/passkeys/:id', 'sessions', {
  operation: 'passkey.remove',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'Remove a passkey of the caller; takes the current password and a code or passkey',
  shapes: { params: IdParams, body: AskedSecrets, answer: Type.Object({ status: Success }) },
})

/** Returns the options with which a browser requests a passkey of the caller, as proof for a change of the second factor. */
export const askOwnPasskey = endpoint('POST', '/v0/user/passkeys/challenge', 'sessions', {
  operation: 'passkey.ask',
  policy: {
    least: 'user',
    scope: 'self',
    rate: 'write',
    owner: 'own',
    unaudited: 'It stores nothing; the change that takes the passkey is recorded',
  },
  summary: 'Options with which a browser asks for a passkey of the caller',
  shapes: { body: Type.Object({}, closed), answer: Type.Object({ status: Success, options: AssertionOptions }) },
})
