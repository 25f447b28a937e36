import { earliestTime, findClockResets, isLive, RESET_MARGIN_MS } from '@millwatch/domain/telemetry'
import { type CheckedBatch, clockRecordsOf, type StoredEvent } from '../modules/ingest/index.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Places } from './place.ts'

/** Events of one commit whose device clock fell back, and devices that sent a live event in it. */
export interface ClockFindings {
  /** Events whose device clock fell back. */
  readonly resets: ReadonlySet<StoredEvent>
  /**
   * Time of receipt of the first live event in this commit (epoch ms), by device id. A device that was live before may be in it
   * or not; its stored `liveAt` then stays.
   */
  readonly liveAt: ReadonlyMap<number, number>
}

/**
 * Returns the events of devices whose clock fell back (domain rules, section 1), and the devices that sent their first live
 * event. Writes nothing. The caller must have locked the machines, so that a device that became live on another server is found.
 * Batches are examined in the given order. Devices without old events need no look-up: they are in `liveAt` at each live event,
 * also if it is not their first.
 */
export async function checkClocks(ctx: Ctx, places: Places, batches: readonly CheckedBatch[]): Promise<ClockFindings> {
  const suspects = batches.filter(isSuspect).map(({ deviceId }) => deviceId)
  const records = suspects.length === 0 ? new Map<number, never>() : await clockRecordsOf(ctx, suspects)
  const resets = new Set<StoredEvent>()
  const liveAt = new Map<number, number>()
  for (const { deviceId, receivedAt, events } of batches) {
    const record = records.get(deviceId)
    if (record === undefined) {
      if (!liveAt.has(deviceId) && events.some(({ occurredAt }) => isLive(occurredAt, receivedAt)))
        liveAt.set(deviceId, receivedAt)
      continue
    }
    const wasLive = record.liveAt !== null || liveAt.has(deviceId)
    const history = { addedAt: record.addedAt, hasBeenLive: wasLive, assignments: places.get(deviceId) ?? [] }
    const verdict = findClockResets(events, receivedAt, history)
    for (const event of verdict.resets) resets.add(event)
    if (verdict.hasBeenLive && !wasLive) liveAt.set(deviceId, receivedAt)
  }
  return { resets, liveAt }
}

/**
 * Returns true if a batch has events so long before its receipt that the device's clock may have fallen back. A device is added
 * before it sends anything, so only events older than the margin can be affected.
 */
function isSuspect({ events, receivedAt }: CheckedBatch): boolean {
  return events.some((event) => earliestTime(event) < receivedAt - RESET_MARGIN_MS)
}
