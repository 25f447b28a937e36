import type { FastifyInstance } from 'fastify'
import type { Source } from '../source.ts'
import { deviceConfigRoute, type ProvenDevice } from './device-config.ts'
import { ingestRoute } from './ingest.ts'

/**
 * Creates the source of device messages over HTTP. `start` registers its two calls; `stop` does nothing, as the server closes the
 * connections.
 */
export function createHttpSource(http: FastifyInstance, settingsOf: (device: ProvenDevice) => Promise<object>): Source {
  return {
    async start(deliver) {
      await ingestRoute(http, deliver)
      await deviceConfigRoute(http, deliver.authenticate, settingsOf)
    },
    async stop() {},
  }
}
