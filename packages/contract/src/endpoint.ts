import type { Policy } from '@millwatch/domain/identity'
import type { Static, TSchema } from 'typebox'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Schemas of the parts of one call; a request with a part that has no schema is refused. */
export interface Shapes {
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answer: TSchema
}

/** Properties of a call. `operation` is its name in the audit log, in the lists of API keys and in metrics. */
interface Definition<S extends Shapes, O extends string> {
  readonly operation: O
  /** Rule by which the server admits callers, and by which the pages show their buttons. */
  readonly policy: Policy
  readonly summary: string
  /** Status of a success without a body, whose answer is null; 200 unless given. */
  readonly status?: 204
  /** True: the header `Idempotency-Key` makes the call safe to repeat: its work is done once, for every caller and key. */
  readonly keyed?: true
  readonly shapes: S
}

/**
 * One call of the API: the single definition that validates, types, serializes, documents and guards it. `operation` is
 * its name in the audit log, in the operations of API keys and in metrics.
 */
export interface Endpoint<S extends Shapes = Shapes, O extends string = string> extends Definition<S, O> {
  readonly method: Method
  /** Path in the notation of Fastify: `/v0/e/:id`. */
  readonly path: string
  /** Heading under which `/docs` lists the call. */
  readonly group: string
}

/** Returns the definition of a call from its method, its path, its group in the description at `/docs`, its shapes and its policy. */
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
