import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { devicesByIds } from '../devices/index.ts'
import { clearClockReset, discardClockResets, releaseClockResets } from './store-clock.ts'

/**
 * Schedules the release of all events of a device that are held because its clock fell back and have no release yet, with audit
 * entry and fact; they are stored soon after. Also removes the device's mark of it. Returns their number; 0, without entry and
 * fact, for none. 404 for an unknown device.
 */
export function releaseResets(ctx: Ctx, deviceId: number): Promise<number> {
  return settle(ctx, deviceId, 'clock_reset.release', releaseClockResets)
}

/**
 * Discards all events of a device that are held because its clock fell back and have no release yet, with audit entry and fact:
 * they can never be released, and retention deletes them. Also removes the device's mark of it. Returns their number; 0, without
 * entry and fact, for none. 404 for an unknown device.
 */
export function discardResets(ctx: Ctx, deviceId: number): Promise<number> {
  return settle(ctx, deviceId, 'clock_reset.discard', discardClockResets)
}

async function settle(
  ctx: Ctx,
  deviceId: number,
  operation: 'clock_reset.release' | 'clock_reset.discard',
  work: (ctx: Ctx, deviceId: number) => Promise<number>,
): Promise<number> {
  const [device] = await devicesByIds(ctx, [deviceId])
  if (device === undefined) throw new NotFound()
  // Lock the row first, so that the second of two parallel calls finds nothing left.
  await clearClockReset(ctx, deviceId)
  const events = await work(ctx, deviceId)
  if (events === 0) return 0
  await recordAudit(ctx, { operation, subject: `device/${deviceId}`, after: { events } })
  const { equipmentId } = device
  await stateFact(ctx, {
    kind: 'quarantine.changed',
    deviceId,
    equipmentIds: equipmentId === null ? [] : [equipmentId],
  })
  return events
}
