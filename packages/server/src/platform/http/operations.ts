import { createHash, timingSafeEqual } from 'node:crypto'
import { getHealth, getLiveness, getReadiness, type Health } from '@millwatch/contract/http/health'
import type { FastifyInstance } from 'fastify'
import { StorageFull, Unauthorized, Unavailable } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import { schemaOf } from './route.ts'

/** Functions that report the state of a server, on which its readiness depends. */
export interface Abilities {
  /** False while the server starts or stops. */
  readonly hasStarted: () => boolean
  /** False while the database is away. */
  readonly isDatabaseUp: () => boolean
  /** True while devices are refused because the disk has no room. */
  readonly isDiskFull: () => boolean
  /** True while so many messages wait for their commit that more are refused soon. */
  readonly isBehind: () => boolean
  /** Returns a text about a fault that an operator should mend although the server works; undefined: none. */
  readonly warning: () => string | undefined
}

/**
 * Throws Unavailable or StorageFull if a server cannot do its work now: while it starts or stops, without the database, with a
 * full disk, or with a long backlog. The first of these that applies is thrown.
 */
function requireReady({ hasStarted, isDatabaseUp, isDiskFull, isBehind }: Abilities): void {
  if (!hasStarted()) throw new Unavailable(undefined, 'migrating')
  if (!isDatabaseUp()) throw new Unavailable()
  if (isDiskFull()) throw new StorageFull()
  if (isBehind()) throw new Unavailable(undefined, 'backlog')
}

/**
 * Registers the health checks, which need no sign-in. `/health/live` always answers 200. `/health/ready`, and `/health` as its
 * short form, answer 503 with the reason while the server cannot store messages or answer questions. Otherwise they answer 200,
 * with a warning if an operator should mend a fault.
 */
export function healthRoutes(app: FastifyInstance, version: string, abilities: Abilities): void {
  const answer: Health = { status: 'ok', version }
  const ready = () => requireReady(abilities)
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
 * Registers `/metrics` for Prometheus; callers without `Bearer <token>` get 401. Without a token in the settings, registers
 * nothing, so the path does not exist.
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
