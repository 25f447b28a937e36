import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { anywhere } from '../kiosk-rules.ts'
import { Id, IdParams, Instant, NumberOrNull, Success } from '../shapes/common.ts'
import { CompanyList, Entered } from '../shapes/entered.ts'
import { SecondFactors } from '../shapes/passkey.ts'
import { CurrentUser } from '../shapes/user.ts'

/**
 * Schema of the answer to the sign-in of a kiosk display: its session and its page. `token` is absent if the session is in a
 * cookie.
 */
export const EnteredKiosk = Type.Object({
  token: Type.Optional(Type.String()),
  expires_at: Instant,
  kiosk: Type.Object({
    id: Id,
    name: Type.String(),
    page: Type.Union([Type.Literal('operator'), Type.Literal('machine'), Type.Literal('unit'), Type.Literal('wall')]),
    equipment_id: NumberOrNull,
    org_unit_id: NumberOrNull,
  }),
})

/**
 * Signs a person in with a password and returns a token; with `cookie: true` the token is in a cookie only. A person of several
 * companies who names no company gets the list of companies instead, and calls again with `company_id`. A person with a second
 * factor gets a `step` instead, valid for five minutes, with which `enterSecondFactor` completes the sign-in.
 */
export const createSession = endpoint('POST', '/v0/sessions', 'sessions', {
  operation: 'session.create',
  policy: { least: 'public', scope: 'self', rate: 'sign_in', audit: true },
  summary: 'Sign in',
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
      Entered,
      CompanyList,
      Type.Object({ step: Type.String(), step_expires_at: Instant, second_factors: SecondFactors }),
    ]),
  },
})

export const endSession = endpoint('DELETE', '/v0/sessions/current', 'sessions', {
  operation: 'session.end',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true },
  summary: 'Sign out: the session ends at once, on every server',
  shapes: { answer: Type.Object({ status: Success }) },
})

export const OwnSession = Type.Object({
  id: Id,
  created_at: Instant,
  last_used_at: Instant,
  expires_at: Instant,
  ip: Type.Union([Type.String(), Type.Null()]),
  user_agent: Type.Union([Type.String(), Type.Null()]),
  company_name: Type.String(),
  is_current: Type.Boolean(),
})

export const listSessions = endpoint('GET', '/v0/sessions', 'sessions', {
  operation: 'session.list',
  policy: { least: 'user', scope: 'self', rate: 'read', owner: 'own' },
  summary: 'Lists the sessions of the caller in all companies, the latest used first',
  shapes: {
    answer: Type.Object({
      status: Success,
      sessions: Type.Array(OwnSession),
    }),
  },
})

/** Schema of a body with the current password of the caller, as a confirmation. */
const AskedAgain = Type.Object(
  { current_password: Type.String({ minLength: 1, maxLength: 128 }) },
  { additionalProperties: false },
)

export const endOneSession = endpoint('DELETE', '/v0/sessions/:id', 'sessions', {
  operation: 'session.end_one',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'End one of the own sessions, wherever it is; takes the current password',
  shapes: { params: IdParams, body: AskedAgain, answer: Type.Object({ status: Success }) },
})

export const endOtherSessions = endpoint('DELETE', '/v0/sessions', 'sessions', {
  operation: 'session.end_others',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  summary: 'End all own sessions but this one; takes the current password',
  shapes: { body: AskedAgain, answer: Type.Object({ status: Success, ended: Type.Integer() }) },
})

/**
 * Extends the session of the caller to seven days from now, but a person's session never beyond the thirtieth day after its
 * beginning. The answer contains `token` only for callers who sent the token in the header.
 */
export const renewSession = endpoint('POST', '/v0/reauth', 'sessions', {
  operation: 'session.renew',
  policy: {
    least: 'user',
    scope: 'self',
    rate: 'read',
    kiosk: anywhere,
    unaudited: 'It only extends the session, whose row holds the new end',
  },
  summary: 'Renew the session',
  shapes: {
    body: Type.Object({ token: Type.Optional(Type.String({ maxLength: 128 })) }, { additionalProperties: false }),
    answer: Type.Object({ status: Success, token: Type.Optional(Type.String()), expires_at: Instant }),
  },
})

/**
 * Creates a code with which another browser signs in as the caller by `?token=CODE` on any page: once, within a minute, and only
 * while the session of the caller lasts.
 */
export const createHandoff = endpoint('POST', '/v0/sessions/handoff', 'sessions', {
  operation: 'session.handoff',
  policy: { least: 'user', scope: 'self', rate: 'write', audit: true },
  summary: 'A one-time code for another browser',
  shapes: {
    body: Type.Object({}, { additionalProperties: false }),
    answer: Type.Object({ status: Success, code: Type.String(), expires_at: Instant }),
  },
})

export const exchangeCode = endpoint('POST', '/v0/sessions/exchange', 'sessions', {
  operation: 'session.exchange',
  policy: { least: 'public', scope: 'self', rate: 'sign_in', audit: true },
  summary: 'A session for a one-time code, of a person or of a display',
  shapes: {
    body: Type.Object(
      { code: Type.String({ minLength: 1, maxLength: 128 }), cookie: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    answer: Type.Union([Entered, EnteredKiosk]),
  },
})

export const getUser = endpoint('GET', '/v0/user', 'sessions', {
  operation: 'user.self.read',
  policy: { least: 'user', scope: 'self', rate: 'read' },
  summary: 'Returns the caller with their settings, companies and invitations',
  shapes: { answer: Type.Object({ status: Success, user: CurrentUser, expires_at: Instant }) },
})
