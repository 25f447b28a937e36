import { describe, expect, test } from 'vitest'
import { edgeLibraries } from './edge-libraries.ts'
import { findingsOf } from './findings.testing.ts'

const src = 'packages/server/src'

describe('rule 5: libraries of the edges', () => {
  test('at their edges they are fine, and so is the device side of the simulator', () => {
    const texts = {
      [`${src}/modules/tree/routes.ts`]: `import type { FastifyInstance } from 'fastify'`,
      [`${src}/platform/http/server.ts`]: `import fastify from 'fastify'\nimport helmet from '@fastify/helmet'`,
      [`${src}/platform/sockets/server.ts`]: `import { Server } from 'socket.io'`,
      [`${src}/sources/mqtt/broker.ts`]: `import { Aedes } from 'aedes'`,
      [`${src}/sources/http/ingest.ts`]: `import type { FastifyInstance } from 'fastify'`,
      'packages/web/src/live/connection.ts': `import { io } from 'socket.io-client'`,
      'packages/simulator/src/mqtt.ts': `import mqtt from 'mqtt'`,
      [`${src}/flow/receive.test.ts`]: `import mqtt from 'mqtt'`,
    }
    expect(findingsOf(edgeLibraries, texts)).toEqual([])
  })

  test.each([
    [`${src}/modules/tree/actions.ts`, 'fastify', 'routes, platform/http and sources/http'],
    [`${src}/app.ts`, '@fastify/static', 'routes, platform/http and sources/http'],
    [`${src}/modules/live/rooms.ts`, 'socket.io', 'platform/sockets'],
    [`${src}/flow/receive.ts`, 'aedes', 'sources/mqtt'],
    [`${src}/sources/http/index.ts`, 'aedes', 'sources/mqtt'],
    [`${src}/sources/mqtt/index.ts`, 'fastify', 'platform/http and sources/http'],
    ['packages/web/src/pages/unit.tsx', 'socket.io-client', 'web/src/live'],
  ])('%s with %s fails', (path, library, where) => {
    expect(findingsOf(edgeLibraries, { [path]: `import type { X } from '${library}'` })).toEqual([
      expect.stringContaining(where),
    ])
  })
})
