import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Success, TypedName } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const closed = { additionalProperties: false } as const

/**
 * Schema of an add-in's address, 1 to 2,000 characters. The server also refuses an address that is not https or that contains a
 * user name or password.
 */
const Address = Type.String({ minLength: 1, maxLength: 2000 })

/**
 * Schema of an add-in: a page of another product, shown in a frame on pages of machines (`equipment_enabled`) or units
 * (`org_unit_enabled`).
 */
export const Addin = Type.Object({
  id: Id,
  name: Type.String(),
  icon_url: Nullable(Type.String()),
  index_url: Type.String(),
  equipment_enabled: Type.Boolean(),
  org_unit_enabled: Type.Boolean(),
})

export const listAddins = endpoint('GET', '/v0/addins', 'add-ins', {
  operation: 'addin.list',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'The add-ins of the company, by name',
  shapes: { answer: Type.Object({ status: Success, addins: Type.Array(Addin) }) },
})

/**
 * Schema of an answer with an add-in and its `sso_key`, the secret with which the add-in checks the tokens of its users (HS256,
 * base64url).
 */
const WithKey = Type.Object({ status: Success, addin: Addin, sso_key: Type.String() })

export const createAddin = endpoint('POST', '/v0/addins', 'add-ins', {
  operation: 'addin.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Add an add-in; the answer holds the key by which it proves who its users are',
  shapes: {
    body: Type.Object(
      {
        name: TypedName,
        icon_url: Type.Optional(Nullable(Address)),
        index_url: Address,
        equipment_enabled: Type.Boolean(),
        org_unit_enabled: Type.Boolean(),
      },
      closed,
    ),
    answer: WithKey,
  },
})

export const updateAddin = endpoint('PUT', '/v0/addins/:id', 'add-ins', {
  operation: 'addin.update',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Change an add-in',
  shapes: {
    params: IdParams,
    body: Type.Object(
      {
        name: Type.Optional(TypedName),
        icon_url: Type.Optional(Nullable(Address)),
        index_url: Type.Optional(Address),
        equipment_enabled: Type.Optional(Type.Boolean()),
        org_unit_enabled: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    answer: WithKey,
  },
})

export const deleteAddin = endpoint('DELETE', '/v0/addins/:id', 'add-ins', {
  operation: 'addin.delete',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true },
  summary: 'Take an add-in away; tokens given out for it end within 5 minutes',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

/**
 * Creates a token (JWT, HS256) that proves to an add-in who the signed-in person is. It is valid for 5 minutes, for the origin of
 * that add-in only, and not for this API.
 */
export const signInToAddin = endpoint('POST', '/v0/addins/sso', 'add-ins', {
  operation: 'addin.sso',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'write',
    listable: false,
    unaudited: 'It changes nothing: it issues a proof of identity that is valid for five minutes',
  },
  summary: 'A token that says to an add-in who looks at it',
  shapes: {
    body: Type.Object({ addin_id: Id }, closed),
    answer: Type.Object({ status: Success, sso_token: Type.String(), expires_at: Instant }),
  },
})
