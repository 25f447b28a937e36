import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, Success } from '../shapes/common.ts'

export const SessionUser = Type.Object({
  id: Id,
  username: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  company_id: Id,
  company_name: Type.String(),
  root_org_unit_id: Id,
  is_admin: Type.Boolean(),
  is_superuser: Type.Boolean(),
})

/** Sign-in. A browser (cookie session) sends `cookie: true` and gets the token in a cookie only. */
export const createSession = endpoint({
  method: 'POST',
  path: '/v0/sessions',
  operation: 'session.create',
  summary: 'Sign in',
  tags: ['sessions'],
  shapes: {
    body: Type.Object(
      {
        username: Type.String({ minLength: 1, maxLength: 254 }),
        password: Type.String({ minLength: 1, maxLength: 128 }),
        company_id: Type.Optional(Id),
        cookie: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    answer: Type.Union([
      Type.Object({ token: Type.Optional(Type.String()), expires_at: Instant, user: SessionUser }),
      Type.Object({
        companies: Type.Array(Type.Object({ id: Id, name: Type.String() })),
        default_company_id: Id,
      }),
    ]),
  },
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/v0/sessions/current',
  operation: 'session.end',
  summary: 'Sign out: the session ends at once, on every server',
  tags: ['sessions'],
  shapes: { answer: Type.Object({ status: Success }) },
})

export const getUser = endpoint({
  method: 'GET',
  path: '/v0/user',
  operation: 'user.self.read',
  summary: 'Who is signed in',
  tags: ['sessions'],
  shapes: { answer: Type.Object({ status: Success, user: SessionUser, expires_at: Instant }) },
})
