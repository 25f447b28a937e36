import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, NumberOrNull, Success } from '../shapes/common.ts'
import { CompanyList, Entered } from '../shapes/entered.ts'
import { AskedSecrets, Assertion, AssertionOptions, OwnPasskey, TypedCode } from '../shapes/passkey.ts'

const closed = { additionalProperties: false } as const
const Step = Type.String({ minLength: 1, maxLength: 256 })

/** Schema of recovery codes, each valid for one sign-in. The server stores only their hashes, so no other answer shows them. */
const RecoveryCodes = Type.Array(Type.String())

/**
 * Completes a sign-in whose password was right, from the `step` of that answer and a code or a passkey. A person of several
 * companies who named no company gets the list of companies and another step, and calls again with that step and `company_id`,
 * without code or passkey.
 */
export const enterSecondFactor = endpoint('POST', '/v0/sessions/second_factor', 'sessions', {
  operation: 'session.second_factor',
  policy: { least: 'public', scope: 'self', rate: 'sign_in', audit: true },
  summary: 'Complete a sign-in by a code of an authenticator app, a recovery code or a passkey',
  shapes: {
    body: Type.Object(
      {
        step: Step,
        code: Type.Optional(TypedCode),
        passkey: Type.Optional(Assertion),
        company_id: Type.Optional(Id),
        cookie: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    answer: Type.Union([Entered, Type.Object({ ...CompanyList.properties, step: Type.String() })]),
  },
})

/**
 * Returns the options with which a browser requests a passkey of the person who is signing in (`step`). They are valid once, for
 * five minutes.
 */
export const askPasskeyOfStep = endpoint('POST', '/v0/sessions/second_factor/passkey', 'sessions', {
  operation: 'session.ask_passkey',
  policy: {
    least: 'public',
    scope: 'self',
    rate: 'sign_in',
    unaudited: 'It stores nothing; the sign-in that follows is recorded',
  },
  summary: 'Options with which a browser asks for a passkey after the password',
  shapes: { body: Type.Object({ step: Step }, closed), answer: Type.Object({ options: AssertionOptions }) },
})

export const getSecondFactor = endpoint('GET', '/v0/user/second_factor', 'sessions', {
  operation: 'second_factor.read',
  policy: { least: 'user', scope: 'self', rate: 'read', owner: 'own' },
  summary: 'The second factor of the caller',
  shapes: {
    answer: Type.Object({
      status: Success,
      /** Instant at which the authenticator app was set up; null: no app is set up. */
      since: Type.Union([Instant, Type.Null()]),
      /** Number of unused recovery codes; null: the person has no second factor. */
      recovery_codes_left: NumberOrNull,
      /** Passkeys of the caller, the oldest first. */
      passkeys: Type.Array(OwnPasskey),
      /** True: the company of the session requires a second factor of the caller. */
      is_required: Type.Boolean(),
    }),
  },
})

/**
 * Creates a secret for an authenticator app. The app becomes a second factor only once one of its codes confirms it within an
 * hour.
 */
export const beginSecondFactor = endpoint('POST', '/v0/user/second_factor', 'sessions', {
  operation: 'second_factor.begin',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'Create a secret for an authenticator app; takes the current password, and a second factor that is on',
  shapes: {
    body: AskedSecrets,
    answer: Type.Object({
      status: Success,
      /** The secret as base32, to type it. */
      secret: Type.String(),
      /** The same secret as an `otpauth` address, for a QR code. */
      address: Type.String(),
    }),
  },
})

export const confirmSecondFactor = endpoint('POST', '/v0/user/second_factor/confirm', 'sessions', {
  operation: 'second_factor.confirm',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'Set the app up by a code of it; if it is the first second factor, ends every other session',
  shapes: {
    body: Type.Object({ code: TypedCode }, closed),
    /** Recovery codes if this is the person's first second factor, else an empty list. */
    answer: Type.Object({ status: Success, recovery_codes: RecoveryCodes }),
  },
})

export const renewRecoveryCodes = endpoint('POST', '/v0/user/second_factor/recovery_codes', 'sessions', {
  operation: 'second_factor.renew_codes',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'Replace the recovery codes; takes the current password and a code or passkey',
  shapes: { body: AskedSecrets, answer: Type.Object({ status: Success, recovery_codes: RecoveryCodes }) },
})

export const endSecondFactor = endpoint('DELETE', '/v0/user/second_factor', 'sessions', {
  operation: 'second_factor.end',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'Remove the app; takes the current password and a code or passkey',
  shapes: { body: AskedSecrets, answer: Type.Object({ status: Success }) },
})

/**
 * Removes app, passkeys and recovery codes of a member who has lost them. It is refused for the caller, and for a member who also
 * belongs to another company or whose account is not this company's alone.
 */
export const removeSecondFactor = endpoint('DELETE', '/v0/users/:id/second_factor', 'users', {
  operation: 'user.remove_second_factor',
  policy: { least: 'superuser', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Remove the second factor of a member',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})
