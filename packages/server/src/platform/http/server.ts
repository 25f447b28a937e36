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
import { AppError, Invalid, NotFound } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { faultOf } from '../policy.ts'
import type { Certificate } from '../tls.ts'
import { principalIn } from './caller.ts'
import { answerFault, failureBody } from './faults.ts'
import { bareHeaders, secure } from './headers.ts'
import { isEncrypted, type Trusts } from './proxies.ts'
import { demandStorable } from './storable.ts'
import { compileValidator } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Names the row of the policy table that this route goes by. */
    operation?: string
  }
}

export interface HttpSettings {
  logger: Logger
  metrics: Metrics
  /** Whose X-Forwarded-* headers are believed. */
  trusts: Trusts
  /** With it only TLS is spoken. */
  readonly certificate?: Certificate | undefined
  /** Answers what no route answers; the error of the closed list unless given. */
  readonly notFound?: ((request: FastifyRequest, reply: FastifyReply) => unknown) | undefined
}

/** JSON bodies of calls; devices have their own limit. */
const maxBodyBytes = 256 * 1024

/** What is not HTTP at all gets an answer with the same headers, and the connection is closed. */
function answerNonsense(error: Error & { code?: string }, socket: Socket): void {
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

/** Only live connections change the protocol; a client that offers another one (HTTP/2, say) is answered as if it had not. */
const isLive = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket' && request.url?.startsWith(`${LIVE_PATH}/`) === true

/** What Node would answer by itself, and without our headers, goes the way of every other request. */
function answerAll(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response))
  app.addHook('onRequest', async (request) => {
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0') throw new Invalid('headers/host')
  })
}

/** A route whose operation has no row in the policy table, or a writing one whose row has no audit name, stops the start. */
function demandPolicy(app: FastifyInstance): void {
  const routes: { method: string | string[]; url: string; config?: { operation?: string } }[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const faults = routes.flatMap(({ method, url, config }) =>
      [method].flat().flatMap((one) => {
        const fault = faultOf(config?.operation ?? 'Nothing', one)
        return fault === null ? [] : [`${one} ${url}: ${fault}`]
      }),
    )
    if (faults.length > 0) throw new Error(faults.join('; '))
  })
}

function measure(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request: FastifyRequest, reply) => {
    const operation = request.routeOptions.config.operation ?? 'none'
    metrics.requestTook(operation, request.method, reply.statusCode, reply.elapsedTime / 1000)
    request.log.debug({ operation, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'Answered')
    // Of somebody known only: nobody else has an allowance that keeps the log from filling up.
    const principal = reply.statusCode === 403 ? principalIn(request) : undefined
    if (principal === undefined) return
    request.log.info({ operation, principal, ip: request.ip, requestId: request.id }, 'A call was forbidden')
  })
}

/** The HTTP side without any route: strict headers, one shape of errors, validation, compression, the policy check. */
export async function createHttp(settings: HttpSettings): Promise<FastifyInstance> {
  const { logger, metrics, trusts, certificate, notFound } = settings
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
    // A sender that says nothing for this long is cut off.
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    clientErrorHandler: answerNonsense,
    frameworkErrors: (error, request, reply) => {
      secure(request, reply)
      answerFault(error, request, reply)
    },
  }) as FastifyInstance
  certificate?.keep(app.server as unknown as HttpsServer)
  // Calls take JSON; the door for devices takes bytes and has parsers of its own.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(compileValidator)
  app.addHook('onRequest', async (request, reply) => secure(request, reply))
  answerAll(app)
  app.addHook('preValidation', async (request) => demandStorable(request.body))
  app.setErrorHandler(answerFault)
  app.setNotFoundHandler(notFound ?? ((request, reply) => answerFault(new NotFound(), request, reply)))
  demandPolicy(app)
  measure(app, metrics)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    onUnsupportedRequestEncoding: () => new AppError('unsupported_media_type'),
  })
  return app
}
