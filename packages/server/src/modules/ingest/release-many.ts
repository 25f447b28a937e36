import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { devicesByIds } from '../devices/index.ts'
import { clearClockResets, type QuarantineChoice, releaseWaiting } from './store-release.ts'

/**
 * Schedules the release of the events in quarantine of this choice that a person can release and that have no release yet, at
 * most 20,000, with one audit entry (also for none) and a fact per device; each is stored soon after, or at its own time if that
 * is later. For the reason `clock_reset` it also clears the mark of these devices if no such event is left. Returns the number of
 * events, and `isMore` true if more of them may wait. 404 if a device is unknown.
 */
export async function releaseMany(ctx: Ctx, choice: QuarantineChoice): Promise<{ events: number; isMore: boolean }> {
  const { reason, deviceIds } = choice
  if (deviceIds !== null && (await devicesByIds(ctx, deviceIds)).length < new Set(deviceIds).size) throw new NotFound()
  const { released, isMore } = await releaseWaiting(ctx, choice)
  const events = [...released.values()].reduce((sum, count) => sum + count, 0)
  const ids = [...released.keys()].sort((a, b) => a - b)
  if (reason === 'clock_reset') await clearClockResets(ctx, ids)
  await recordAudit(ctx, {
    operation: 'quarantine.release_many',
    subject: `company/${ctx.companyId}`,
    after: { reason, events, devices: ids.length },
  })
  for (const { deviceId, equipmentId } of await devicesByIds(ctx, ids))
    await stateFact(ctx, {
      kind: 'quarantine.changed',
      deviceId,
      equipmentIds: equipmentId === null ? [] : [equipmentId],
    })
  return { events, isMore }
}
