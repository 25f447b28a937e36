import type { DeviceEvent, EnvelopeShape } from '@millwatch/contract/devices'
import { shuffled } from '../base/random.ts'
import type { RecordedBatch } from '../base/recording-file.ts'
import { moved } from '../machines/shift.ts'

/** One message of a play: who sends it, what, and how long (ms of recorded time) after the first. */
export interface Message {
  readonly device: string
  readonly envelope: EnvelopeShape
  readonly afterMs: number
}

const hasTime = (event: unknown): event is DeviceEvent =>
  typeof event === 'object' && event !== null && 't' in event && typeof event.t === 'number'

/** Earliest time (epoch ms) of any event; of a recording without any, the first sending. */
function firstTime(batches: readonly RecordedBatch[]): number {
  let first = Number.POSITIVE_INFINITY
  for (const batch of batches) for (const event of batch.events) if (hasTime(event)) first = Math.min(first, event.t)
  return Number.isFinite(first) ? first : (batches[0]?.sent_at ?? 0)
}

/**
 * The messages of a recording in the order in which they are to be sent. `startAt` (epoch ms): its first event happens
 * then; null: times stay. Moved batches are other messages, so they get other ids. A batch that is sent twice is sent
 * with the same id and content; the second follows the first where the order is kept. A shuffled play keeps the pace.
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
