import { roomOfDevice } from '@millwatch/contract/live'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import { toIso } from '../../platform/http/instants.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Sockets } from '../../platform/sockets/server.ts'
import { devicesByIds } from '../devices/index.ts'
import { accountsOf } from '../ingest/index.ts'
import { internalRoom } from './rooms.ts'

interface WatchDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly sockets: Pick<Sockets, 'emit' | 'occupied'>
}

const everyMs = 2000
const room = /^c([0-9]+):device:([0-9]+)$/

/**
 * Says to the rooms of devices when the server last heard of them. What somebody looks at is read again and again: nothing
 * is done for the others, and the way of a device's message bears no more than before. The result stops it.
 */
export function watchDevices(deps: WatchDeps): () => void {
  const said = new Map<string, number>()
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    look(deps, said)
      .catch((error) => deps.logger.warn({ err: error }, 'Contact of devices could not be told'))
      .finally(() => {
        isBusy = false
      })
  }, everyMs)
  return () => clearInterval(timer)
}

async function look(deps: WatchDeps, said: Map<string, number>): Promise<void> {
  const asked = [...deps.sockets.occupied()].flatMap((name): { companyId: number; deviceId: number }[] => {
    const [, companyId, deviceId] = room.exec(name) ?? []
    return companyId === undefined ? [] : [{ companyId: Number(companyId), deviceId: Number(deviceId) }]
  })
  const keys = new Set(asked.map(({ companyId, deviceId }) => internalRoom(companyId, roomOfDevice(deviceId))))
  for (const key of said.keys()) if (!keys.has(key)) said.delete(key)
  for (const [companyId, devices] of Map.groupBy(asked, (one) => one.companyId)) {
    const ids = devices.map((one) => one.deviceId)
    await deps.database.inCompany(companyId, (tx) =>
      tell({ companyId, actor: { kind: 'system' }, tx, clock: deps.clock }, deps.sockets, ids, said),
    )
  }
}

async function tell(
  ctx: Ctx,
  sockets: WatchDeps['sockets'],
  ids: readonly number[],
  said: Map<string, number>,
): Promise<void> {
  const accounts = await accountsOf(ctx, ids)
  for (const { deviceId, equipmentId } of await devicesByIds(ctx, ids)) {
    const account = accounts.get(deviceId)
    const lastContactAt = account?.last_contact_at ?? null
    const name = roomOfDevice(deviceId)
    const internal = internalRoom(ctx.companyId, name)
    if (lastContactAt === null || said.get(internal) === lastContactAt) continue
    said.set(internal, lastContactAt)
    sockets.emit(internal, 'device', {
      room: name,
      device_id: deviceId,
      equipment_id: equipmentId,
      last_contact_at: toIso(lastContactAt),
      latest_ip: account?.latest_ip ?? null,
    })
  }
}
