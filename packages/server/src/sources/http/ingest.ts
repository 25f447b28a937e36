import { DeviceEvent, Envelope, MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import { ingest } from '@millwatch/contract/http/ingest'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import type { Message } from '../../flow/index.ts'
import { Invalid, Unauthorized } from '../../platform/errors.ts'
import { schemaOf } from '../../platform/http/route.ts'
import { parseEnvelope } from '../envelope.ts'
import type { Deliver } from '../source.ts'

const credential = /^Device\s+([0-9A-Fa-f-]{32,60}):([A-Za-z0-9_-]{1,128})$/

/**
 * Parses `Authorization: Device UUID:KEY`, without verifying the key; throws `device_unauthorized` for any other text.
 */
export function claimOf(header: string | undefined): { deviceUuid: string; key: string } {
  const found = credential.exec(header ?? '')
  const [, deviceUuid, key] = found ?? []
  if (deviceUuid === undefined || key === undefined) throw new Unauthorized('device_unauthorized')
  return { deviceUuid, key }
}

/**
 * Returns a request's body as a message for the flow, not parsed yet. Its `parse` throws `Invalid` for a body that is
 * no envelope.
 */
export function httpMessage(sender: { deviceUuid: string; key: string }, body: Buffer, ip: string): Message {
  const parse = () => {
    const parsed = parseEnvelope(body)
    if ('path' in parsed) throw new Invalid(parsed.path)
    return parsed
  }
  return { ...sender, ip, bytes: body.length, parse }
}

/**
 * Registers the call for messages of devices. Key and allowance are checked before the body is read; the flow checks
 * each event.
 */
export async function ingestRoute(
  app: FastifyInstance,
  { receive, admit }: Pick<Deliver, 'receive' | 'admit'>,
): Promise<void> {
  const { policy } = ingest
  if (policy.least !== 'device') throw new Error(`${ingest.operation} is for devices`)
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ingest.method,
      url: ingest.path,
      config: { operation: ingest.operation },
      // For the API description only: the flow reads the body and checks each event.
      schema: { ...schemaOf(ingest), body: Type.Object({ ...Envelope.properties, events: Type.Array(DeviceEvent) }) },
      validatorCompiler: () => () => true,
      bodyLimit: MAX_MESSAGE_BYTES,
      // Before the body is read, so that a flood of refused messages costs little.
      onRequest: async (request) => {
        const claim = claimOf(request.headers.authorization)
        await admit(claim, Number(request.headers['content-length'] ?? 0))
      },
      handler: async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const receipt = await receive(httpMessage(claimOf(request.headers.authorization), body, request.ip))
        return { status: 'success', ...receipt }
      },
    })
  }
  await app.register(plugin)
}
