import { getDeviceConfig } from '@millwatch/contract/http/devices'
import type { FastifyInstance } from 'fastify'
import { schemaOf, success } from '../../platform/http/route.ts'
import type { Deliver } from '../source.ts'
import { claimOf } from './ingest.ts'

/** Device whose uuid and key were verified, with its company. */
export interface ProvenDevice {
  readonly companyId: number
  readonly deviceId: number
}

/**
 * Registers the call by which a device with its key reads its own configuration and the state that its outputs must have. Devices
 * on MQTT get the same as commands.
 */
export async function deviceConfigRoute(
  app: FastifyInstance,
  authenticate: Deliver['authenticate'],
  settingsOf: (device: ProvenDevice) => Promise<object>,
): Promise<void> {
  const { policy } = getDeviceConfig
  if (policy.least !== 'device') throw new Error(`${getDeviceConfig.operation} is for devices`)
  app.route({
    method: getDeviceConfig.method,
    url: getDeviceConfig.path,
    config: { operation: getDeviceConfig.operation },
    schema: schemaOf(getDeviceConfig),
    handler: async (request) => {
      const { deviceUuid, key } = claimOf(request.headers.authorization)
      return success(await settingsOf(await authenticate(deviceUuid, key)))
    },
  })
}
