import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { anywhere } from '../kiosk-rules.ts'
import { Id, Instant, Success } from '../shapes/common.ts'
import { Nullable } from '../shapes/equipment.ts'

const closed = { additionalProperties: false } as const

/**
 * Stores an error that occurred in a browser: message, version, path, stack and browser. Our pages leave out the content of the
 * page before they send it. The server cuts addresses in the texts after `?` or `#`, and shortens long texts. 429 after 10
 * reports a minute of one person (all callers that are no person count as one) or 100 of the company.
 */
export const reportClientError = endpoint('POST', '/v0/client-errors', 'client-errors', {
  operation: 'client_error.report',
  policy: { least: 'user', scope: 'company', rate: 'write', kiosk: anywhere, unaudited: 'The report itself is stored' },
  summary: 'Report that a page broke; at most 10 a minute are taken from one person',
  shapes: {
    body: Type.Object(
      {
        version: Type.String({ minLength: 1, maxLength: 40 }),
        /** Path of the page on which the error occurred. */
        route: Type.String({ minLength: 1, maxLength: 2000 }),
        message: Type.String({ minLength: 1, maxLength: 4000 }),
        stack: Type.Optional(Type.String({ maxLength: 20_000 })),
        browser: Type.Optional(Type.String({ maxLength: 400 })),
      },
      closed,
    ),
    answer: Type.Object({ status: Success }),
  },
})

export const listClientErrors = endpoint('GET', '/v0/client-errors', 'client-errors', {
  operation: 'client_error.list',
  policy: { least: 'superuser', scope: 'company', rate: 'read' },
  summary: 'Lists the errors on pages of the last 30 days, the latest first; `before` is the id to continue from',
  shapes: {
    query: Type.Object(
      { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })), before: Type.Optional(Id) },
      closed,
    ),
    answer: Type.Object({
      status: Success,
      client_errors: Type.Array(
        Type.Object({
          id: Id,
          occurred_at: Instant,
          user_id: Nullable(Id),
          version: Type.String(),
          route: Type.String(),
          message: Type.String(),
          stack: Nullable(Type.String()),
          browser: Nullable(Type.String()),
        }),
      ),
    }),
  },
})
