import { Type } from 'typebox'
import { Id, Instant } from './common.ts'

const closed = { additionalProperties: false } as const

/** Returns the schema of bytes as base64url without padding, 1 to `maxLength` characters. */
const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })

/** Schema of a code of an authenticator app, or of a recovery code, as a person typed it. */
export const TypedCode = Type.String({ minLength: 1, maxLength: 40 })

const CredentialId = bytes(1400)
/** Schema of the ways in which a browser reaches a passkey, for example `usb` or `internal`. */
const Transports = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })

/** Schema of the signature of a passkey over a challenge, as `navigator.credentials.get` returns it; all parts are base64url. */
export const Assertion = Type.Object(
  {
    credential_id: CredentialId,
    client_data: bytes(4000),
    authenticator_data: bytes(4000),
    signature: bytes(4000),
    user_handle: Type.Optional(bytes(100)),
  },
  closed,
)

/** Schema of a new passkey, as `navigator.credentials.create` returns it; the parts are base64url. */
export const Attestation = Type.Object(
  {
    credential_id: CredentialId,
    client_data: bytes(4000),
    attestation: bytes(16_000),
    transports: Type.Optional(Transports),
  },
  closed,
)

const Credential = Type.Object({
  id: Type.String(),
  type: Type.Literal('public-key'),
  transports: Type.Optional(Type.Array(Type.String())),
})

/** Schema of the options of `navigator.credentials.get`, in the JSON form of the Web Authentication standard. */
export const AssertionOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Union([Type.Literal('required'), Type.Literal('preferred')]),
  allowCredentials: Type.Array(Credential),
})

/** Schema of the options of `navigator.credentials.create`, in the JSON form of the Web Authentication standard. */
export const AttestationOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer(),
  excludeCredentials: Type.Array(Credential),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('preferred'),
    userVerification: Type.Literal('preferred'),
  }),
  attestation: Type.Literal('none'),
})

/** Schema of a passkey in the list of the person to whom it belongs. */
export const OwnPasskey = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Instant,
  /** Instant of the last use; null: the passkey was never used. */
  last_used_at: Type.Union([Instant, Type.Null()]),
  /** True: the provider of the passkey copies it to other devices of the person. */
  is_synced: Type.Boolean(),
})

/**
 * Schema of the kinds of second factors with which the person can complete the sign-in: at least one, `app` (confirmed by a code)
 * before `passkey`. A recovery code is accepted too, but not in the list.
 */
export const SecondFactors = Type.Array(Type.Union([Type.Literal('app'), Type.Literal('passkey')]))

/**
 * Schema of the secrets that confirm a change of the own account: the current password, and with a second factor that is on also
 * a code or a passkey.
 */
export const AskedSecrets = Type.Object(
  {
    current_password: Type.String({ minLength: 1, maxLength: 128 }),
    code: Type.Optional(TypedCode),
    passkey: Type.Optional(Assertion),
  },
  closed,
)
