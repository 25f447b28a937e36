import type { Readable } from 'node:stream'
import type { Answer, Body, Endpoint, Params, Query } from '@millwatch/contract/endpoint'
import { Failure, KeyHeader } from '@millwatch/contract/shapes/common'
import type { Least } from '@millwatch/domain/identity'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Actor, Ctx } from '../ctx.ts'
import type { Database } from '../db/index.ts'
import { Invalid } from '../errors.ts'
import { faultOf } from '../policy.ts'
import type { TurnClass } from '../turns/limits.ts'
import type { FairTurns } from '../turns/turns.ts'
import type { TransactionOptions } from '../tx.ts'
import { type Authenticate, actorOf, type Caller, enteredAs, guard, principalOf } from './caller.ts'
import { browserCookie, browserInCookies, endedCookie, sessionCookie, tokenInCookies } from './cookie.ts'
import type { Reached } from './origin.ts'
import { type Reaches, requirePage } from './page-of-kiosk.ts'
import type { RateLimiter } from './rate-limit.ts'

/** Request as a handler gets it: its validated content, without HTTP details. */
export interface Call<E extends Endpoint> {
  readonly params: Params<E>
  readonly query: Query<E>
  readonly body: Body<E>
  readonly requestId: string
  /** Key that the caller sent so that a repeated call is recognized; null: none. */
  readonly idempotencyKey: string | null
  readonly ip: string
  /** Address by which the caller reached the server; the caller chooses the host. */
  readonly reached: Reached
  /** User agent that the caller's program names; null: none. */
  readonly userAgent: string | null
  /** Sets or removes the session cookie of the caller's browser; `sent` is the cookie of the request, not verified. */
  readonly cookie: { readonly sent: string | undefined; set(token: string, maxAgeS: number): void; clear(): void }
  /** Sets the cookie that identifies the caller's browser; `sent` is the cookie of the request, not verified. */
  readonly browserCookie: { readonly sent: string | undefined; set(value: string, maxAgeS: number): void }
}

export interface SignedInCall<E extends Endpoint> extends Call<E> {
  readonly caller: Caller
  readonly token: string
  /** True if the token came in the browser's cookie, which no script can read. */
  readonly isCookie: boolean
  readonly actor: Actor
  /**
   * Runs `work` in one transaction of the caller's company and returns its result; waits first until it is the company's turn.
   */
  inCompany<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** Runs `work` like `inCompany`, but in a read-only transaction in which everything read is of one instant. */
  inSnapshot<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** Answer that is not an object of the contract: a file, or a stream that is sent after the handler has returned. */
export class Streamed {
  readonly body: Readable | Buffer
  readonly headers: Readonly<Record<string, string>>
  /** Creates the answer. Its content type is JSON unless `headers` have another one. */
  constructor(body: Readable | Buffer, headers: Readonly<Record<string, string>> = {}) {
    this.body = body
    this.headers = { 'content-type': 'application/json; charset=utf-8', ...headers }
  }
}

/** File that was sent as the whole body of a request. */
export interface SentFile {
  readonly mediaType: string
  readonly bytes: Buffer
}

/** Returns a copy of the answer with `status: 'success'`. A few answers to callers without sign-in do not get this field. */
export function success<T extends object>(answer: T): T & { status: 'success' } {
  return { ...answer, status: 'success' }
}

type Handle<E extends Endpoint> = (call: SignedInCall<E>) => Promise<Answer<E> | Streamed>

export interface Router {
  /**
   * Registers a call for everybody whom its policy admits: people, kiosk displays, API keys. Throws for a call that is open to
   * everybody.
   */
  signedIn<E extends Endpoint>(endpoint: E, handle: Handle<E>): void
  /** Registers a call whose body is a file of one of these media types, of at most `maxBytes` bytes. An empty body is Invalid. */
  upload<E extends Endpoint>(
    endpoint: E,
    accepted: { mediaTypes: readonly string[]; maxBytes: number },
    handle: (call: SignedInCall<E> & { readonly file: SentFile }) => Promise<Answer<E>>,
  ): void
  /**
   * Registers a call that needs no sign-in; throws for a call whose policy needs one. With `ignoresForm`, the caller may send a
   * form as the body, which is not read.
   */
  open<E extends Endpoint>(
    endpoint: E,
    handle: (call: Call<E>) => Promise<Answer<E>>,
    options?: { readonly ignoresForm?: boolean },
  ): void
}

export interface RouterSettings {
  readonly database: Database
  readonly clock: Clock
  readonly authenticate: Authenticate
  readonly limiter: RateLimiter
  readonly turns: Readonly<Record<TurnClass, FairTurns>>
  /** Checks if the subjects of a request belong to the page of the kiosk display that sent it. */
  readonly reaches: Reaches
}

const keyIn = ({ headers }: FastifyRequest): string | null => {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : null
}

/** Security schemes of OpenAPI by the least caller that a policy admits. */
const securityOf: Partial<Record<Least, object[]>> = { public: [], device: [{ device: [] }] }

/**
 * Returns the schemas by which Fastify validates, serializes and documents an endpoint of the contract; `status` is the status of
 * its successful answer.
 */
export function schemaOf({ shapes, summary, group, operation, policy, keyed }: Endpoint, status = 200): object {
  return {
    ...(shapes.params ? { params: shapes.params } : {}),
    ...(shapes.query ? { querystring: shapes.query } : {}),
    ...(shapes.body ? { body: shapes.body } : {}),
    ...(keyed ? { headers: KeyHeader } : {}),
    security: securityOf[policy.least] ?? [{ session: [] }],
    response: { [status]: shapes.answer, '4xx': Failure, '5xx': Failure },
    summary,
    tags: [group],
    operationId: operation,
  }
}

/** Media types of forms. */
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
const LONGEST_USER_AGENT = 300

function callOf<E extends Endpoint>(request: FastifyRequest, reply: FastifyReply): Call<E> {
  return {
    params: request.params as Params<E>,
    query: request.query as Query<E>,
    body: request.body as Body<E>,
    requestId: request.id,
    idempotencyKey: keyIn(request),
    ip: request.ip,
    reached: { protocol: request.protocol, host: request.host },
    userAgent: request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null,
    cookie: {
      sent: tokenInCookies(request.headers.cookie, request),
      set: (token, maxAgeS) => void reply.header('set-cookie', sessionCookie(request, token, maxAgeS)),
      clear: () => void reply.header('set-cookie', endedCookie(request)),
    },
    browserCookie: {
      sent: browserInCookies(request.headers.cookie, request),
      set: (value, maxAgeS) => void reply.header('set-cookie', browserCookie(request, value, maxAgeS)),
    },
  }
}

/**
 * Throws for an endpoint that the contract does not list, and for one whose policy contradicts its method: a writing call without
 * an audit entry or a reason against one, or a reading call with one.
 */
function requireSound({ operation, method }: Endpoint): void {
  const fault = faultOf(operation, method)
  if (fault !== null) throw new Error(fault)
}

function isOpen({ policy }: Endpoint): boolean {
  return policy.least === 'public'
}

function requireGuarded(endpoint: Endpoint): void {
  if (isOpen(endpoint)) throw new Error(`${endpoint.operation} is open to anybody`)
}

/**
 * Creates the router, which registers calls of the contract with guard, validation and serialization. Throws at
 * registration for a call without a sound policy, and for a call registered as open or signed-in against its policy.
 */
export function createRouter(app: FastifyInstance, settings: RouterSettings): Router {
  const route = (endpoint: Endpoint, handler: Handler) => {
    requireSound(endpoint)
    return {
      method: endpoint.method,
      url: endpoint.path,
      config: { operation: endpoint.operation },
      schema: schemaOf(endpoint, endpoint.status),
      onRequest: guard(endpoint, settings),
      handler,
    }
  }
  const entered = <E extends Endpoint>(endpoint: E, handle: Handle<E>): void => {
    requireGuarded(endpoint)
    app.route(
      route(endpoint, async (request, reply) =>
        answered(reply, await handle(await signedInCall(endpoint, settings, request, reply))),
      ),
    )
  }
  return {
    signedIn: entered,
    upload(endpoint, { mediaTypes, maxBytes }, handle) {
      requireGuarded(endpoint)
      const handler: Handler = async (request, reply) => {
        const call = await signedInCall(endpoint, settings, request, reply)
        return answered(reply, await handle({ ...call, file: fileOf(request) }))
      }
      const plugin: FastifyPluginAsync = async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser([...mediaTypes], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
        scope.route({ ...route(endpoint, handler), bodyLimit: maxBytes })
      }
      app.register(plugin)
    },
    open(endpoint, handle, { ignoresForm = false } = {}) {
      if (!isOpen(endpoint)) throw new Error(`${endpoint.operation} is not open to anybody`)
      const opened = route(endpoint, async (request, reply) => {
        const answer = await handle(callOf<typeof endpoint>(request, reply))
        return endpoint.status === 204 ? reply.code(204).send() : answer
      })
      if (!ignoresForm) return void app.route(opened)
      const plugin: FastifyPluginAsync = async (scope) => {
        scope.addContentTypeParser(forms, { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
        scope.route(opened)
      }
      app.register(plugin)
    },
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Returns the call of an admitted caller. Throws Unauthorized if the guard did not pass the request, and NotFound or Forbidden
 * for a kiosk display that may not send it.
 */
async function signedInCall<E extends Endpoint>(
  { policy }: E,
  { database, clock, turns, reaches }: RouterSettings,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedInCall<E>> {
  const { caller, token, isCookie } = enteredAs(request)
  if (caller.kind === 'kiosk') await requirePage(caller, request, reaches)
  const { companyId } = caller
  const actor = actorOf(caller, request.ip)
  const isHeavy = policy.rate === 'heavy'
  const pool = isHeavy ? 'report' : 'ask'
  const within =
    (options: TransactionOptions): SignedInCall<E>['inCompany'] =>
    (work) =>
      turns[isHeavy ? 'heavy' : 'quick'].run(companyId, principalOf(caller), () =>
        database.inCompany(companyId, (tx) => work({ companyId, actor, tx, clock }), { ...options, pool }),
      )
  const transactions = { inCompany: within({}), inSnapshot: within({ snapshot: true }) }
  return { ...callOf<E>(request, reply), caller, token, isCookie, actor, ...transactions }
}

function answered(reply: FastifyReply, answer: unknown): unknown {
  return answer instanceof Streamed ? reply.headers({ ...answer.headers }).send(answer.body) : answer
}

/** Returns the file in a request's body with its media type in lower case; throws `Invalid` if the body is missing or empty. */
function fileOf(request: FastifyRequest): SentFile {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw new Invalid('body is missing')
  return {
    mediaType: (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    bytes: request.body,
  }
}
