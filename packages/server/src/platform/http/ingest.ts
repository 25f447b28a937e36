import { DeviceEvent, Envelope, MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import { ingest } from '@millwatch/contract/http/ingest'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Unauthorized } from '../errors.ts'
import { rowOf } from '../policy.ts'
import { schemaOf } from './route.ts'

/** One message of a device as it came; its sender is not verified yet. */
export interface IngestMessage {
  deviceUuid: string
  key: string
  body: Buffer
  ip: string
  transport: 'http' | 'mqtt'
}

/** Counts of a message's events, known after the commit only. */
export interface IngestReceipt {
  accepted: number
  duplicates: number
  quarantined: number
}

/** Throws the error for which a message of so many bytes would be refused, whatever its content. */
export type Admit = (sender: { deviceUuid: string; key: string }, bytes: number) => Promise<void>

export type Receive = (message: IngestMessage) => Promise<IngestReceipt>

const credential = /^Device\s+([0-9A-Fa-f-]{32,60}):([A-Za-z0-9_-]{1,128})$/

/** Reads `Authorization: Device UUID:KEY`; throws `device_unauthorized` for anything else, as for a wrong key. */
export function claimOf(header: string | undefined): { deviceUuid: string; key: string } {
  const found = credential.exec(header ?? '')
  const [, deviceUuid, key] = found ?? []
  if (deviceUuid === undefined || key === undefined) throw new Unauthorized('device_unauthorized')
  return { deviceUuid, key }
}

/** Registers the call for messages of devices; it passes the body unread to the flow, which checks each event. */
export async function ingestRoute(app: FastifyInstance, receive: Receive, admit?: Admit): Promise<void> {
  const row = rowOf(ingest.operation)
  if (row.least !== 'device') throw new Error(`${ingest.operation} is for devices`)
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
        await admit?.(claim, Number(request.headers['content-length'] ?? 0))
      },
      handler: async (request) => {
        const { deviceUuid, key } = claimOf(request.headers.authorization)
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const receipt = await receive({ deviceUuid, key, body, ip: request.ip, transport: 'http' })
        return { status: 'success', ...receipt }
      },
    })
  }
  await app.register(plugin)
}
