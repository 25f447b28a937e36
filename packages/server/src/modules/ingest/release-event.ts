import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { devicesByIds } from '../devices/index.ts'
import { readQuarantined } from './check-message.ts'
import { findQuarantined } from './queries.ts'
import { setReleaseAt } from './store.ts'
import { clearClockResets } from './store-release.ts'

export const releasableReasons: ReadonlySet<string> = new Set([
  'batch_id_reused',
  'clock_ahead',
  'clock_far_ahead',
  'clock_reset',
])

/**
 * Returns true when an entry of quarantine can be released: its text is a readable event, and the reason is its time, a reset
 * clock or its batch id.
 */
export function isReleasable({ reason, raw }: { reason: string; raw: string }): boolean {
  return releasableReasons.has(reason) && readQuarantined(raw, 0) !== null
}

/**
 * Schedules the release of an entry of quarantine, with audit entry and fact: for now, or for the event's own time if that is
 * later (domain rules, section 1). The event is stored at that time. If it was the last one that was held because the device's
 * clock fell back, it also removes the device's mark of that. Returns the time (epoch ms). 404 for an unknown entry, 409 for one
 * that cannot be released.
 */
export async function releaseEvent(ctx: Ctx, quarantineId: number): Promise<number> {
  const entry = await findQuarantined(ctx, quarantineId)
  if (entry === null) throw new NotFound()
  const event = isReleasable(entry) ? readQuarantined(entry.raw, entry.position ?? 0) : null
  if (event === null) throw new Conflict('cannot_be_released')
  const releaseAt = Math.max(event.occurredAt, ctx.clock.now())
  await setReleaseAt(ctx, quarantineId, releaseAt)
  if (entry.reason === 'clock_reset') await clearClockResets(ctx, [entry.deviceId])
  await recordAudit(ctx, {
    operation: 'quarantine.release',
    subject: `quarantine/${quarantineId}`,
    after: { releaseAt },
  })
  const [device] = await devicesByIds(ctx, [entry.deviceId])
  const equipmentIds = device?.equipmentId == null ? [] : [device.equipmentId]
  await stateFact(ctx, { kind: 'quarantine.changed', deviceId: entry.deviceId, equipmentIds })
  return releaseAt
}
