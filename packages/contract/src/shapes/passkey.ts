import { Type } from 'typebox'
import { Id, Instant } from './common.ts'

const closed = { additionalProperties: false } as const

/** Bytes as base64url without padding, up to so many characters. */
const bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })

/** Code of an authenticator app or recovery code, as somebody typed it. */
export const TypedCode = Type.String({ minLength: 1, maxLength: 40 })

const CredentialId = bytes(1400)
/** Ways in which a browser reaches a passkey, for example `usb` or `internal`. */
const Transports = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })

/** Signature of a passkey over a challenge, as `navigator.credentials.get` returns it; all parts are base64url. */
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

/** New passkey, as `navigator.credentials.create` returns it; the parts are base64url. */
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

/** Options of `navigator.credentials.get` in the JSON form of the Web Authentication standard. */
export const AssertionOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Union([Type.Literal('required'), Type.Literal('preferred')]),
  allowCredentials: Type.Array(Credential),
})

/** Options of `navigator.credentials.create` in the JSON form of the Web Authentication standard. */
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

/** Passkey in the list of its person. */
export const OwnPasskey = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Instant,
  /** Null: it was never used. */
  last_used_at: Type.Union([Instant, Type.Null()]),
  /** True: its provider copies it to other devices of the person. */
  is_synced: Type.Boolean(),
})

/**
 * Kinds of second factors with which the person can complete the sign-in, at least one: `app` (confirmed by a code)
 * before `passkey`. A recovery code also works and is not in the list.
 */
export const SecondFactors = Type.Array(Type.Union([Type.Literal('app'), Type.Literal('passkey')]))

/** Current password; with a second factor that is on, a code or a passkey too. */
export const AskedSecrets = Type.Object(
  {
    current_password: Type.String({ minLength: 1, maxLength: 128 }),
    code: Type.Optional(TypedCode),
    passkey: Type.Optional(Assertion),
  },
  closed,
)
