import { roomOfDevice } from '@millwatch/contract/live'
import { asSystem, type Ctx } from '../../platform/ctx.ts'
import { type Repetition, repeat } from '../../platform/repeat.ts'
import { configDeliveries, devicesByIds } from '../devices/index.ts'
import { accountsOf } from '../ingest/index.ts'
import { presentContact, presentDeviceChange } from './present.ts'
import { internalRoom } from './rooms.ts'
import type { LiveDeps } from './subscribe.ts'

const everyMs = 500
const room = /^c([0-9]+):device:([0-9]+)$/

/**
 * Starts to publish, every 500 ms, changes of the last contact of devices, and that a device sent a message, was sent a new
 * configuration or confirmed one, to those rooms of devices that have sockets on this server; a room that gets its first socket
 * gets the present state. Failures are logged.
 */
export function watchDevices(deps: LiveDeps): Repetition {
  const published = new Map<string, Published>()
  const failed = (error: unknown) => deps.logger.warn({ err: error }, 'Contact of devices could not be published')
  return repeat(() => look(deps, published), { everyMs, failed })
}

async function look(deps: LiveDeps, published: Map<string, Published>): Promise<void> {
  const watched = [...deps.sockets.occupied()].flatMap((name): { companyId: number; deviceId: number }[] => {
    const [, companyId, deviceId] = room.exec(name) ?? []
    return companyId === undefined ? [] : [{ companyId: Number(companyId), deviceId: Number(deviceId) }]
  })
  const keys = new Set(watched.map(({ companyId, deviceId }) => internalRoom(companyId, roomOfDevice(deviceId))))
  for (const key of published.keys()) if (!keys.has(key)) published.delete(key)
  for (const [companyId, devices] of Map.groupBy(watched, (device) => device.companyId)) {
    const ids = devices.map((device) => device.deviceId)
    await asSystem(deps, companyId, (ctx) => publishContacts(ctx, deps.sockets, ids, published))
  }
}

/** State of a device as it was published last. `lastContactAt` (epoch ms) null: no contact yet. */
interface Published {
  readonly lastContactAt: number | null
  /** Text that changes with each message of the device, and each new configuration that it was sent or confirmed. */
  readonly version: string
}

async function publishContacts(
  ctx: Ctx,
  sockets: LiveDeps['sockets'],
  ids: readonly number[],
  published: Map<string, Published>,
): Promise<void> {
  const accounts = await accountsOf(ctx, ids)
  const deliveries = new Map((await configDeliveries(ctx, ids)).map((delivery) => [delivery.deviceId, delivery]))
  for (const { deviceId, equipmentId } of await devicesByIds(ctx, ids)) {
    const account = accounts.get(deviceId)
    const delivery = deliveries.get(deviceId)
    const lastContactAt = account?.lastContactAt ?? null
    const version = [
      lastContactAt,
      account?.received,
      account?.refusedAt,
      delivery?.sentAt,
      delivery?.confirmedAt,
    ].join()
    const room = roomOfDevice(deviceId)
    const internal = internalRoom(ctx.companyId, room)
    const before = published.get(internal)
    if (before?.version === version) continue
    published.set(internal, { lastContactAt, version })
    if (lastContactAt !== null && before?.lastContactAt !== lastContactAt) {
      const latestIp = account?.latestIp ?? null
      sockets.emit(internal, 'device', { room, ...presentContact({ deviceId, equipmentId, lastContactAt, latestIp }) })
    }
    sockets.emit(internal, 'changed', { room, ...presentDeviceChange(deviceId) })
  }
}
