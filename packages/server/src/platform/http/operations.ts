import { createHash, timingSafeEqual } from 'node:crypto'
import { getHealth } from '@millwatch/contract/http/health'
import type { FastifyInstance } from 'fastify'
import { Unauthorized, Unavailable } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import { schemaOf } from './route.ts'

/**
 * Registers the health check, which needs no sign-in. It answers 503 until `isReady` returns true, and whenever it
 * returns false.
 */
export function healthRoute(app: FastifyInstance, version: string, isReady: () => boolean): void {
  app.route({
    method: getHealth.method,
    url: getHealth.path,
    config: { operation: getHealth.operation },
    schema: schemaOf(getHealth),
    handler: async () => {
      if (!isReady()) throw new Unavailable()
      return { status: 'ok', version }
    },
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Registers `/metrics` for Prometheus; 401 for callers without the token. Without a token in the settings the path does
 * not exist.
 */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  if (!token) return
  const expected = digest(`Bearer ${token}`)
  app.route({
    method: 'GET',
    url: '/metrics',
    config: { operation: 'metrics.read' },
    schema: { hide: true },
    onRequest: async (request) => {
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw new Unauthorized()
    },
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()),
  })
}
