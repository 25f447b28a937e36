import type { DeviceEvent, EnvelopeShape } from '@millwatch/contract/devices'
import { shuffled } from '../base/random.ts'
import type { RecordedBatch } from '../base/recording-file.ts'
import { moved } from '../machines/shift.ts'

/**
 * Message of a play: the name of its device in the recording, its content, and its delay (ms of recorded time) after the first
 * message.
 */
export interface Message {
  readonly device: string
  readonly envelope: EnvelopeShape
  readonly afterMs: number
}

const hasTime = (event: unknown): event is DeviceEvent =>
  typeof event === 'object' && event !== null && 't' in event && typeof event.t === 'number'

/** Returns the earliest time (epoch ms) of any event; without events the time of the first batch, or 0 without batches. */
function firstTime(batches: readonly RecordedBatch[]): number {
  let first = Number.POSITIVE_INFINITY
  for (const batch of batches) for (const event of batch.events) if (hasTime(event)) first = Math.min(first, event.t)
  return Number.isFinite(first) ? first : (batches[0]?.sent_at ?? 0)
}

/**
 * Returns the messages of a recording in the order of sending. `startAt` (epoch ms) is the new time of the first event, and
 * changes all times and batch ids; null keeps both. `duplicate` repeats each batch directly after itself, with equal id and
 * content. `shuffle` is the seed of a random order, in which the times of sending stay; null keeps the order.
 */
export function playPlan(
  batches: readonly RecordedBatch[],
  { startAt, shuffle, duplicate }: { startAt: number | null; shuffle: number | null; duplicate: boolean },
): Message[] {
  const byMs = startAt === null ? 0 : startAt - firstTime(batches)
  const firstSent = batches.reduce((at, batch) => Math.min(at, batch.sent_at), batches[0]?.sent_at ?? 0)
  const once = batches.map(({ device, batch_id, sent_at, events }) => ({
    device,
    afterMs: sent_at - firstSent,
    envelope: {
      batch_id: byMs === 0 ? batch_id : `${batch_id}+${byMs.toString(36)}`,
      sent_at: sent_at + byMs,
      events: byMs === 0 ? [...events] : events.map((event) => (hasTime(event) ? moved(event, byMs) : event)),
    },
  }))
  const all = duplicate ? once.flatMap((message) => [message, message]) : once
  if (shuffle === null) return all
  return shuffled(all, shuffle).map((message, index) => ({ ...message, afterMs: all[index]?.afterMs ?? 0 }))
}
