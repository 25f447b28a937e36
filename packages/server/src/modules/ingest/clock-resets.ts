import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { allow } from '../../platform/policy.ts'
import { devicesByIds } from '../devices/index.ts'
import { clearClockReset, discardClockResets, releaseClockResets } from './store-clock.ts'

/**
 * Releases all events of a device that wait because its clock fell back. The clock of the flow takes them from there, like
 * other releases, and they count. Returns how many events it released: none where somebody did so before.
 */
export function releaseResets(ctx: Ctx, deviceId: number): Promise<number> {
  return settle(ctx, deviceId, 'clock_reset.release', releaseClockResets)
}

/** Discards them: they stay in quarantine, marked, and never count. Returns how many events it discarded. */
export function discardResets(ctx: Ctx, deviceId: number): Promise<number> {
  return settle(ctx, deviceId, 'clock_reset.discard', discardClockResets)
}

async function settle(
  ctx: Ctx,
  deviceId: number,
  operation: 'clock_reset.release' | 'clock_reset.discard',
  work: (ctx: Ctx, deviceId: number) => Promise<number>,
): Promise<number> {
  allow(ctx.actor, operation)
  if ((await devicesByIds(ctx, [deviceId])).length === 0) throw new NotFound()
  // Holds the row first: of two people at once the second finds nothing left.
  await clearClockReset(ctx, deviceId)
  const events = await work(ctx, deviceId)
  if (events > 0) await recordAudit(ctx, { operation, subject: `device/${deviceId}`, after: { events } })
  return events
}
