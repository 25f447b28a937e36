import { DeviceEvent, Envelope, MAX_MESSAGE_BYTES } from '@millwatch/contract/devices'
import { ingest } from '@millwatch/contract/http/ingest'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { Unauthorized } from '../errors.ts'
import { rowOf } from '../policy.ts'
import { schemaOf } from './route.ts'

/** One message of a device, as it came; who sent it is claimed, not yet proven. */
export interface Message {
  deviceUuid: string
  key: string
  body: Buffer
  ip: string
  transport: 'http' | 'mqtt'
}

/** What became of its events; resolves after the commit only. Throws the errors of the closed list. */
export interface Receipt {
  accepted: number
  duplicates: number
  quarantined: number
}

/** Throws the errors of the closed list where a message of so many bytes would be refused, whatever it holds. */
export type Admit = (sender: { deviceUuid: string; key: string }, bytes: number) => Promise<void>

export type Receive = (message: Message) => Promise<Receipt>

const credential = /^Device\s+([0-9A-Fa-f-]{32,60}):([A-Za-z0-9_-]{1,128})$/

/** `Authorization: Device UUID:KEY`. What does not look like it is refused like a wrong key. */
export function claimOf(header: string | undefined): { deviceUuid: string; key: string } {
  const found = credential.exec(header ?? '')
  const [, deviceUuid, key] = found ?? []
  if (deviceUuid === undefined || key === undefined) throw new Unauthorized('device_unauthorized')
  return { deviceUuid, key }
}

/** The door for devices: the body goes to the flow as it came, which judges it event by event. */
export async function ingestRoute(app: FastifyInstance, receive: Receive, admit?: Admit): Promise<void> {
  const row = rowOf(ingest.operation)
  if (row.least !== 'device') throw new Error(`${ingest.operation} is for devices`)
  const door: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ingest.method,
      url: ingest.path,
      config: { operation: ingest.operation },
      // For the documents only: the flow reads the body and judges it event by event.
      schema: { ...schemaOf(ingest), body: Type.Object({ ...Envelope.properties, events: Type.Array(DeviceEvent) }) },
      validatorCompiler: () => () => true,
      bodyLimit: MAX_MESSAGE_BYTES,
      // Before its body is read: a flood of refusals costs the others little.
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
  await app.register(door)
}
