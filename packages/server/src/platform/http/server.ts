import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { LIVE_PATH } from '@millwatch/contract/live'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type Clock, systemClock } from '../clock.ts'
import { AppError, Invalid, NotFound } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { faultOf } from '../policy.ts'
import { Sampled } from '../sampled.ts'
import type { Certificate } from '../tls.ts'
import { principalIn } from './caller.ts'
import { answerFault, failureBody } from './faults.ts'
import { bareHeaders, secure } from './headers.ts'
import { limitConnections } from './limit-connections.ts'
import { limitPipelining } from './limit-pipelining.ts'
import { networkOf } from './network.ts'
import { isEncrypted, type Trusts } from './proxies.ts'
import { compileSerializer } from './serialization.ts'
import { requireStorable } from './storable.ts'
import { compileValidator } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Operation of this route, by which the contract has its policy. */
    operation?: string
  }
}

export interface HttpSettings {
  logger: Logger
  metrics: Metrics
  /** Check of the proxies whose X-Forwarded-* headers are trusted. */
  trusts: Trusts
  /** Clock by which lines of the log about refused requests are limited; that of the machine unless given. */
  readonly clock?: Pick<Clock, 'monotonicMs'> | undefined
  /** Certificate; with it the server accepts TLS only. */
  readonly certificate?: Certificate | undefined
  /** Function that answers requests without a route; absent: they get the error `not_found`. */
  readonly notFound?: ((request: FastifyRequest, reply: FastifyReply) => unknown) | undefined
}

/** Largest JSON body of a call (bytes); messages of devices have a limit of their own. */
const maxBodyBytes = 256 * 1024

/**
 * Answers bytes that are not HTTP with an error with the usual headers (431 for too large headers, else 400), and closes the
 * connection. Only closes it if the sender is gone.
 */
function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify(failureBody('invalid_request', randomUUID()))
  const headers: Record<string, string> = {
    ...bareHeaders(isEncrypted(socket)),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * Returns true for a request that opens a live connection, the only one that may change the protocol. A client that offers
 * another protocol (HTTP/2, for example) is answered as if it had not.
 */
const isLive = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket' && request.url?.startsWith(`${LIVE_PATH}/`) === true

/**
 * Makes requests with an `Expect` header or a wrong `Host` header go the way of all other requests, because Node would answer
 * them itself without our headers. A request with several hosts, or none in HTTP/1.1, becomes Invalid.
 */
function answerAll(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response))
  app.addHook('onRequest', async (request) => {
    const { host } = request.headers
    // Names and values in turn. A proxy may have taken another of several hosts than this server.
    const hosts = request.raw.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length
    if (hosts > 1 || (host === undefined && request.raw.httpVersion !== '1.0')) throw new Invalid('headers/host')
  })
}

/**
 * Makes the start fail with all faults in one error, if a route has an operation without a policy in the contract, or a policy
 * that contradicts its method.
 */
function requirePolicy(app: FastifyInstance): void {
  const routes: { method: string | string[]; url: string; config?: { operation?: string } }[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const faults = routes.flatMap(({ method, url, config }) =>
      [method].flat().flatMap((routeMethod) => {
        const fault = faultOf(config?.operation ?? 'Nothing', routeMethod)
        return fault === null ? [] : [`${routeMethod} ${url}: ${fault}`]
      }),
    )
    if (faults.length > 0) throw new Error(faults.join('; '))
  })
}

/** Statuses of answers to requests that break a rule of validation, a limit of size, or an allowance. */
const refusedStatuses: ReadonlySet<number> = new Set([400, 413, 415, 429, 431])

/**
 * Measures each answer by operation, method and status, and logs refused requests (400, 403, 413, 415, 429, 431) with operation,
 * principal, address and request id. Each forbidden call of a known caller gets a line; other refusals at most one line per
 * status, principal (or network) and minute.
 */
function measure(app: FastifyInstance, metrics: Metrics, clock: Pick<Clock, 'monotonicMs'>): void {
  const refused = new Sampled(clock)
  app.addHook('onResponse', async (request: FastifyRequest, reply) => {
    const operation = request.routeOptions.config.operation ?? 'none'
    metrics.requestTook(operation, request.method, reply.statusCode, reply.elapsedTime / 1000)
    request.log.debug({ operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'Answered')
    const status = reply.statusCode
    const principal = principalIn(request)
    const line = { operation, principal, ip: request.ip, requestId: request.id }
    // Only for known callers: others have no allowance that would keep the log from filling up.
    if (status === 403 && principal !== undefined) request.log.info(line, 'A call was forbidden')
    if (!refusedStatuses.has(status)) return
    const { isLogged, omitted } = refused.take(`${status} ${principal ?? networkOf(request.ip)}`)
    if (isLogged) request.log.info({ ...line, status, omitted }, 'A request was refused')
  })
}

/**
 * Creates the HTTP server without routes, not listening: with security headers, one shape of errors, validation, compression,
 * metrics and limits on connections. Its start fails if a route has no policy in the contract.
 */
export async function createHttp(settings: HttpSettings): Promise<FastifyInstance> {
  const { logger, metrics, trusts, certificate, notFound, clock = systemClock } = settings
  const http = { shouldUpgradeCallback: isLive, requireHostHeader: false }
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    trustProxy: trusts,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    ...(certificate === undefined ? { http } : { https: { ...http, ...certificate.options } }),
    // A sender that is silent for this long is disconnected.
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) => {
      secure(request, reply)
      answerFault(error, request, reply)
    },
  }) as FastifyInstance
  certificate?.keep(app.server as unknown as HttpsServer)
  const connections = limitConnections(app.server, trusts)
  metrics.gauge('http_connections', 'Open connections of browsers, programs and devices over HTTP', connections.open)
  metrics.gauge('http_connections_refused', 'Connections closed because too many were open', connections.refused)
  // Calls take JSON; the call for devices takes bytes and has its own parsers.
  app.removeContentTypeParser('text/plain')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) void parseJson(request, body.toString('utf8'), done)
    else done(new Invalid('body is not text in UTF-8'))
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.addHook('onRequest', async (request, reply) => secure(request, reply))
  limitPipelining(app)
  answerAll(app)
  app.addHook('preValidation', async (request) => requireStorable(request.body))
  app.setErrorHandler(answerFault)
  app.setNotFoundHandler(notFound ?? ((request, reply) => answerFault(new NotFound(), request, reply)))
  requirePolicy(app)
  measure(app, metrics, clock)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    onUnsupportedRequestEncoding: () => new AppError('unsupported_media_type'),
  })
  return app
}
