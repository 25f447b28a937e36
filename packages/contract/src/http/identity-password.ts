import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Success } from '../shapes/common.ts'

const Username = Type.String({ minLength: 1, maxLength: 254 })
const ResetToken = Type.String({ minLength: 1, maxLength: 128 })
/** Schema of a new password, 1 to 128 characters. The server checks it further by the password policy of the installation. */
const NewPassword = Type.String({ minLength: 1, maxLength: 128 })

/**
 * Sends a mail with a link to set a new password, valid once and for an hour, if the person exists and belongs or is invited to a
 * company; at most three an hour. The answer and its duration are the same if not.
 */
export const requestPasswordReset = endpoint('POST', '/v0/password/request', 'password', {
  operation: 'password.request',
  policy: {
    least: 'public',
    scope: 'self',
    rate: 'sign_in',
    unaudited: 'An entry would show which addresses are known; the mail is stored',
  },
  summary: 'Ask for a mail with a link to set a new password',
  status: 204,
  shapes: {
    body: Type.Object({ username: Username }, { additionalProperties: false }),
    answer: Type.Null(),
  },
})

export const verifyPasswordReset = endpoint('GET', '/v0/password/request', 'password', {
  operation: 'password.verify',
  policy: { least: 'public', scope: 'self', rate: 'sign_in' },
  summary: 'Returns the person whose password a link resets',
  shapes: {
    query: Type.Object({ token: ResetToken }, { additionalProperties: false }),
    answer: Type.Object({
      status: Success,
      username: Type.String(),
      /** Name of the company that invited the person by this link; null: the link is for a forgotten password. */
      company_name: Type.Union([Type.String(), Type.Null()]),
    }),
  },
})

export const resetPassword = endpoint('POST', '/v0/password/reset', 'password', {
  operation: 'password.reset',
  policy: { least: 'public', scope: 'self', rate: 'sign_in', audit: true },
  summary: 'Set a new password by the link of a mail; ends every session of the person',
  shapes: {
    body: Type.Object(
      { token: ResetToken, username: Username, password: NewPassword },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success }),
  },
})

export const changePassword = endpoint('PUT', '/v0/user/password', 'password', {
  operation: 'password.change',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true },
  summary: 'Change the own password; ends every other session',
  shapes: {
    body: Type.Object(
      { current_password: Type.String({ minLength: 1, maxLength: 128 }), password: NewPassword },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success }),
  },
})
