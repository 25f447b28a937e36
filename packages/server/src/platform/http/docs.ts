import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { pagePolicy } from './headers.ts'
import { keepAnswers } from './kept-answers.ts'

/** Hashes of the inline styles that the docs page may have: Swagger UI writes one at run time. */
const styleHashes: readonly string[] = ['sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w=']

/**
 * Makes Fastify collect the OpenAPI description of all routes that are registered afterwards. `version` is the version in the
 * description.
 */
export async function describeRoutes(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Millwatch',
        version,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        description:
          'Dates are ISO 8601 with zone in objects, epoch seconds with decimals in row arrays; durations are seconds. ' +
          'Sign in with POST /v0/sessions and send the token in `Authorization`; a program of a company sends its API key ' +
          'there, `Bearer mwk_...`, and does what the key lists, or reads.',
      },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer' },
          device: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Device {uuid}:{key}' },
        },
      },
      security: [{ session: [] }],
    },
  })
}

/**
 * Registers the page of the API description at /docs, and the description as JSON at /docs/json; both need no sign-in.
 */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const docs: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, operation: 'docs.read' }
    })
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', pagePolicy({ styleHashes }))
    })
    // Without a sign-in anybody may ask for them, and they take 8 to 100 ms each.
    keepAnswers(scope, /^\/docs(\/(json|yaml|static\/[\w.-]+)?)?$/)
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { docExpansion: 'list', validatorUrl: null },
    })
  }
  await app.register(docs)
}
