import type { Readable } from 'node:stream'
import type { Answer, Body, Endpoint, Params, Query } from '@millwatch/contract/endpoint'
import { Failure } from '@millwatch/contract/shapes/common'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Actor, Ctx } from '../ctx.ts'
import type { Database } from '../db/index.ts'
import { type Least, rowOf } from '../policy.ts'
import { type Authenticate, type Caller, enteredAs, guard } from './caller.ts'
import { endedCookie, sessionCookie } from './cookie.ts'

/** One request, as a handler sees it: what was sent, validated, and nothing of HTTP. */
export interface Call<E extends Endpoint> {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly requestId: string
  readonly ip: string
  /** Gives the caller's browser its session, or takes it away. */
  readonly cookie: { set(token: string, maxAgeS: number): void; clear(): void }
}

export interface SignedInCall<E extends Endpoint> extends Call<E> {
  readonly caller: Caller
  readonly token: string
  readonly actor: Actor
  /** One transaction of the caller's company. */
  inCompany<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** The same, in which everything read is of one instant and nothing can be written. */
  inSnapshot<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** An answer sent piece by piece; its first piece is written only after this was returned. */
export class Streamed {
  readonly body: Readable
  constructor(body: Readable) {
    this.body = body
  }
}

/** An answer with the word every answer of success bears. */
export function success<T extends object>(answer: T): T & { status: 'success' } {
  return { ...answer, status: 'success' }
}

export interface Router {
  /** A call for people who are signed in. */
  signedIn<E extends Endpoint>(endpoint: E, handle: (call: SignedInCall<E>) => Promise<Answer<E> | Streamed>): void
  /** A call for anybody. */
  open<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Answer<E>>): void
}

export interface RouterSettings {
  database: Database
  clock: Clock
  authenticate: Authenticate
}

/** How a caller proves who it is, in the words of OpenAPI. */
const securityOf: Partial<Record<Least, object[]>> = { public: [], device: [{ device: [] }] }

/** The schemas of a definition, in the words of Fastify. */
export function schemaOf({ shapes, summary, tags, operation }: Endpoint, status = 200): object {
  return {
    ...(shapes.params ? { params: shapes.params } : {}),
    ...(shapes.query ? { querystring: shapes.query } : {}),
    ...(shapes.body ? { body: shapes.body } : {}),
    security: securityOf[rowOf(operation).least] ?? [{ session: [] }],
    response: { [status]: shapes.answer, '4xx': Failure, '5xx': Failure },
    summary,
    tags,
    operationId: operation,
  }
}

function callOf<E extends Endpoint>(request: FastifyRequest, reply: FastifyReply): Call<E> {
  return {
    params: request.params as Params<E>,
    query: request.query as Query<E>,
    body: request.body as Body<E>,
    requestId: request.id,
    ip: request.ip,
    cookie: {
      set: (token, maxAgeS) => void reply.header('set-cookie', sessionCookie(request, token, maxAgeS)),
      clear: () => void reply.header('set-cookie', endedCookie(request)),
    },
  }
}

/** Registers calls from their definitions: policy row, validation, handler, serialisation by the answer's schema. */
export function createRouter(app: FastifyInstance, { database, clock, authenticate }: RouterSettings): Router {
  const register = (
    endpoint: Endpoint,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    const row = rowOf(endpoint.operation)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { operation: endpoint.operation },
      schema: schemaOf(endpoint),
      onRequest: guard(row, authenticate),
      handler: handle,
    })
  }
  return {
    signedIn(endpoint, handle) {
      if (rowOf(endpoint.operation).least === 'public') throw new Error(`${endpoint.operation} is open to anybody`)
      register(endpoint, async (request, reply) => {
        const { caller, token } = enteredAs(request)
        const { userId, role, sessionId, companyId } = caller
        const actor: Actor = { kind: 'user', userId, role, sessionId, ip: request.ip }
        const inCompany: SignedInCall<typeof endpoint>['inCompany'] = (work) =>
          database.inCompany(companyId, (tx) => work({ companyId, actor, tx, clock }))
        const inSnapshot: typeof inCompany = (work) =>
          database.inCompany(companyId, (tx) => work({ companyId, actor, tx, clock }), { snapshot: true })
        const within = { inCompany, inSnapshot }
        const answer = await handle({ ...callOf<typeof endpoint>(request, reply), caller, token, actor, ...within })
        if (!(answer instanceof Streamed)) return answer
        return reply.type('application/json; charset=utf-8').send(answer.body)
      })
    },
    open(endpoint, handle) {
      if (rowOf(endpoint.operation).least !== 'public') throw new Error(`${endpoint.operation} is not open to anybody`)
      register(endpoint, (request, reply) => handle(callOf<typeof endpoint>(request, reply)))
    },
  }
}
