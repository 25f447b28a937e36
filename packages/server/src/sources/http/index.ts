import type { FastifyInstance } from 'fastify'
import type { Source } from '../source.ts'
import { deviceConfigRoute, type ProvenDevice } from './device-config.ts'
import { ingestRoute } from './ingest.ts'

/** Creates the source of messages over HTTP; its connections are those of the server, which closes them. */
export function createHttpSource(http: FastifyInstance, configOf: (device: ProvenDevice) => Promise<object>): Source {
  return {
    async start(deliver) {
      await ingestRoute(http, deliver)
      await deviceConfigRoute(http, deliver.authenticate, configOf)
    },
    async stop() {},
  }
}
