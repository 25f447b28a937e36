import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, Success, TypedName } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const Operation = Type.String({ pattern: '^[a-z_]+(\\.[a-z_]+)+$', maxLength: 60 })

const ApiKey = Type.Object({
  id: Id,
  name: Type.String(),
  /** Operations that the key may call; null: it may read everything that a regular user may read. */
  operations: Nullable(Type.Array(Type.String())),
  created_at: Instant,
  /** Name of the person who made the key; null: that person is no longer known. */
  created_by: Nullable(Type.String()),
  expires_at: Instant,
  revoked_at: Nullable(Instant),
  /** Instant of the last use, to the minute; null: the key was never used. */
  last_used_at: Nullable(Instant),
  /** State of the key. `orphaned`: the person who made it has left the company, and the key is refused. */
  state: Type.Union([
    Type.Literal('active'),
    Type.Literal('expired'),
    Type.Literal('revoked'),
    Type.Literal('orphaned'),
  ]),
})

export const listApiKeys = endpoint('GET', '/v0/api_keys', 'API keys', {
  operation: 'api_key.list',
  policy: { least: 'admin', scope: 'company', rate: 'read', listable: false },
  summary: 'The API keys of the company, the newest first, and the operations that who asks may give to one',
  shapes: {
    answer: Type.Object({
      status: Success,
      api_keys: Type.Array(ApiKey),
      offered_operations: Type.Array(Type.String()),
    }),
  },
})

/**
 * Creates an API key for the header `Authorization: Bearer mwk_...`, with a list of operations that the caller may call too, or
 * without one. Only this answer shows the key.
 */
export const createApiKey = endpoint('POST', '/v0/api_keys', 'API keys', {
  operation: 'api_key.create',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Make an API key; the answer holds it, this once',
  shapes: {
    body: Type.Object(
      {
        name: TypedName,
        /** Operations that the key may call; absent or null: it may read everything that a regular user may read. */
        operations: Type.Optional(Nullable(Type.Array(Operation, { minItems: 1, maxItems: 200, uniqueItems: true }))),
        /** Instant at which the key ceases to be valid, at most 366 days ahead. */
        expires_at: Instant,
      },
      { additionalProperties: false },
    ),
    answer: Type.Object({ status: Success, api_key: ApiKey, key: Type.String() }),
  },
})

export const revokeApiKey = endpoint('DELETE', '/v0/api_keys/:id', 'API keys', {
  operation: 'api_key.revoke',
  policy: { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  summary: 'Revoke an API key: it is refused from the next second on',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})
