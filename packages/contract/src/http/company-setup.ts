import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, Success, TypedName } from '../shapes/common.ts'
import { SessionUser } from '../shapes/entered.ts'

const closed = { additionalProperties: false } as const

/**
 * Schema of the set-up code that the server printed at its start. Upper and lower case are equal, hyphens and blanks are ignored.
 */
const Code = Type.String({ minLength: 1, maxLength: 64 })

export const getSetup = endpoint('GET', '/v0/setup', 'setup', {
  operation: 'setup.read',
  policy: { least: 'public', scope: 'none', rate: 'public' },
  summary:
    'Returns the state of this installation (it waits for its first company, it is a demo) and its rules for passwords',
  shapes: {
    answer: Type.Object({
      needed: Type.Boolean(),
      /**
       * Rules for new passwords. `spec`: at least 8 characters with a letter and a number. `nist`: at least 12 characters that
       * are not easy to guess.
       */
      password_policy: Type.Union([Type.Literal('spec'), Type.Literal('nist')]),
      /** True: the installation is a demo, which keeps mails instead of sending them; superusers read them at `GET /v0/mail`. */
      demo: Type.Boolean(),
      /** True: the installation sends mails, or keeps them as a demo. */
      mail: Type.Boolean(),
      /** True: the installation sends text messages, or keeps them as a demo. */
      sms: Type.Boolean(),
    }),
  },
})

export const checkSetup = endpoint('POST', '/v0/setup/check', 'setup', {
  operation: 'setup.check',
  policy: {
    least: 'public',
    scope: 'none',
    rate: 'sign_in',
    unaudited: 'It changes nothing, and before the first company there is no audit log',
  },
  summary: 'Checks the set-up code that the server printed when it started; not found once there is a company',
  shapes: { body: Type.Object({ code: Code }, closed), answer: Type.Object({ status: Success }) },
})

/**
 * Creates the first company with its superuser, a machine and a device, and signs the superuser in. With `cookie` the session
 * token is in a cookie only. Only this answer shows `device_key`. It works only while there is no company, with the code that the
 * server printed at its start; later it gives 404.
 */
export const createSetup = endpoint('POST', '/v0/setup', 'setup', {
  operation: 'setup.create',
  policy: { least: 'public', scope: 'none', rate: 'sign_in', audit: true },
  summary:
    'Make the first company, its superuser, and a first machine with a device; not found once there is a company',
  shapes: {
    body: Type.Object(
      {
        code: Code,
        company_name: TypedName,
        timezone: Type.String({ minLength: 1, maxLength: 64 }),
        username: Type.String({ minLength: 1, maxLength: 254 }),
        first_name: TypedName,
        last_name: TypedName,
        password: Type.String({ minLength: 1, maxLength: 128 }),
        machine_name: TypedName,
        cookie: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    answer: Type.Object({
      token: Type.Optional(Type.String()),
      expires_at: Instant,
      user: SessionUser,
      equipment_id: Id,
      device_uuid: Type.String(),
      device_key: Type.String(),
    }),
  },
})
