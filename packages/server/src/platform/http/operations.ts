import { createHash, timingSafeEqual } from 'node:crypto'
import { getHealth, getLiveness, getReadiness, type Health } from '@millwatch/contract/http/health'
import type { FastifyInstance } from 'fastify'
import { StorageFull, Unauthorized, Unavailable } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import { schemaOf } from './route.ts'

/** Abilities of a server that its readiness depends on. */
export interface Abilities {
  /** False while the server starts or stops. */
  readonly hasStarted: () => boolean
  /** False while the database is away. */
  readonly isDatabaseUp: () => boolean
  /** True while devices are refused because the disk has no room. */
  readonly isDiskFull: () => boolean
  /** True while so many messages wait for their commit that more are refused soon. */
  readonly isBehind: () => boolean
  /** Returns a fault that an operator should mend although the server works, in words; undefined: none. */
  readonly warning: () => string | undefined
}

/** Throws the reason for which a server cannot do its work now, the most fundamental first. */
function demandReady({ hasStarted, isDatabaseUp, isDiskFull, isBehind }: Abilities): void {
  if (!hasStarted()) throw new Unavailable(undefined, 'migrating')
  if (!isDatabaseUp()) throw new Unavailable()
  if (isDiskFull()) throw new StorageFull()
  if (isBehind()) throw new Unavailable(undefined, 'backlog')
}

/**
 * Registers the health checks, which need no sign-in. `/health/live` always answers 200. `/health/ready`, and `/health` as its
 * short form, answer 503 with the reason while the server cannot store messages or answer questions; else 200, with a warning if an
 * operator should mend something.
 */
export function healthRoutes(app: FastifyInstance, version: string, abilities: Abilities): void {
  const answer: Health = { status: 'ok', version }
  const ready = () => demandReady(abilities)
  const checks = [
    [getLiveness, schemaOf(getLiveness), () => undefined],
    [getReadiness, schemaOf(getReadiness), ready],
    [getHealth, schemaOf(getHealth), ready],
  ] as const
  for (const [{ method, path, operation }, schema, check] of checks) {
    const handler = async () => {
      check()
      const warning = abilities.warning()
      return check === ready && warning !== undefined ? { ...answer, warning } : answer
    }
    app.route({ method, url: path, config: { operation }, schema, handler })
  }
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
