import type { Policy } from '@millwatch/domain/identity'
import type { Static, TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Schemas of the parts of one call: path parameters, query, body and answer. A part of the request without a schema is not
 * validated by one.
 */
export interface Shapes {
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answer: TSchema
}

/**
 * Properties of a call apart from method, path and group. `operation` is the name of the call in the audit log, in the lists of
 * API keys and in metrics.
 */
interface Definition<S extends Shapes, O extends string> {
  readonly operation: O
  /** Rule by which the server decides who may make the call, and by which the pages decide which buttons to show. */
  readonly policy: Policy
  readonly summary: string
  /** HTTP status 204 of a call whose successful answer is null and has no body; absent: 200. */
  readonly status?: 204
  /**
   * True: a call with the header `Idempotency-Key` is done once per caller and key. A repeat within 30 days gets the answer of
   * the first call, unless that failed. Absent: a repeated call is done again.
   */
  readonly keyed?: true
  readonly shapes: S
}

/**
 * One call of the API: the single definition from which requests are validated, typed, documented and guarded, and answers
 * serialized. `operation` is the name of the call in the audit log, in the lists of API keys and in metrics.
 */
export interface Endpoint<S extends Shapes = Shapes, O extends string = string> extends Definition<S, O> {
  readonly method: Method
  /** Path in the notation of Fastify: `/v0/e/:id`. */
  readonly path: string
  /** Heading under which `/docs` lists the call. */
  readonly group: string
}

/**
 * Returns the definition of a call from its method, its path, the group under which `/docs` lists it, and its other properties.
 */
export const endpoint = <const S extends Shapes, const O extends string>(
  method: Method,
  path: string,
  group: string,
  definition: Definition<S, O>,
): Endpoint<S, O> => ({ method, path, group, ...definition })

type Part<S extends Shapes, K extends keyof Shapes> = S[K] extends TSchema ? Static<S[K]> : undefined
export type Params<E> = E extends Endpoint<infer S> ? Part<S, 'params'> : never
export type Query<E> = E extends Endpoint<infer S> ? Part<S, 'query'> : never
export type Body<E> = E extends Endpoint<infer S> ? Part<S, 'body'> : never
export type Answer<E> = E extends Endpoint<infer S> ? Part<S, 'answer'> : never
