import type { QuarantineReason } from '@millwatch/contract/devices'
import { quarantineBytes } from '@millwatch/domain/devices'
import {
  type BatchIdentity,
  type CheckedBatch,
  type KeptText,
  type PlacedEvent,
  type QuarantinedEvent,
  type QuarantineEntry,
  readQuarantined,
  releasableReasons,
} from '../modules/ingest/index.ts'

export interface Claimed {
  readonly batch: CheckedBatch
  readonly identity: BatchIdentity
}

/** Event that left quarantine to be stored, with its text. */
interface Released {
  readonly event: PlacedEvent['event']
  readonly raw: string
}

interface Origin {
  readonly deviceId: number
  readonly batchId: string
  readonly receivedAt: number
}

/** Readable events that are not accepted, by the reason for their quarantine. */
type Refused = Partial<Record<QuarantineReason, readonly PlacedEvent[]>>

/**
 * Returns the entries to put into quarantine, by batch: unreadable events of new batches, all events of a batch with a reused id,
 * and the events in `refused`. A duplicate batch gives none. Key null has events that were released and are refused again. Stores
 * nothing.
 */
export function entriesOf(
  claimed: readonly Claimed[],
  refused: Refused,
  releases: readonly Released[],
): Map<CheckedBatch | null, QuarantineEntry[]> {
  const entries = new Map<CheckedBatch | null, QuarantineEntry[]>()
  const add = (batch: CheckedBatch | null, more: readonly QuarantineEntry[]) => {
    if (more.length > 0) entries.set(batch, [...(entries.get(batch) ?? []), ...more])
  }
  for (const claimedBatch of claimed) add(claimedBatch.batch, entriesOfBatch(claimedBatch))
  const keyOf = ({ deviceId, batchId }: Pick<Origin, 'deviceId' | 'batchId'>) => `${deviceId}/${batchId}`
  const stored = claimed.filter(({ identity }) => identity === 'new')
  const batches = new Map(stored.map(({ batch }) => [keyOf(batch), batch]))
  const released = new Map(releases.map(({ event, raw }) => [event, raw]))
  for (const [reason, events] of Object.entries(refused) as [QuarantineReason, readonly PlacedEvent[]][]) {
    const byBatch = Map.groupBy(events, (placed) =>
      released.has(placed.event) ? null : (batches.get(keyOf(placed)) ?? null),
    )
    for (const [batch, ofBatch] of byBatch) {
      const texts = batch?.texts() ?? []
      const textOf = ({ event }: PlacedEvent) => texts[event.position] ?? wholeText(released.get(event) ?? '')
      add(
        batch,
        ofBatch.map((placed) => refusedEntry(placed, reason, textOf(placed))),
      )
    }
  }
  return entries
}

const refusedEntry = (placed: PlacedEvent, reason: QuarantineReason, text: KeptText): QuarantineEntry =>
  entryOf(placed, {
    ...text,
    position: placed.event.position,
    reason,
    occurredAt: placed.event.occurredAt,
    releaseAt: null,
  })

function entriesOfBatch({ batch, identity }: Claimed): QuarantineEntry[] {
  if (identity === 'duplicate') return []
  if (identity === 'new') return batch.quarantined.map((event) => entryOf(batch, event))
  return batch
    .texts()
    .map((text, position) =>
      entryOf(batch, { ...text, position, reason: 'batch_id_reused', occurredAt: null, releaseAt: null }),
    )
}

function entryOf({ deviceId, batchId, receivedAt }: Origin, event: QuarantinedEvent): QuarantineEntry {
  return {
    ...event,
    deviceId,
    batchId,
    receivedAt,
    isHeld: event.isReadable && releasableReasons.has(event.reason) && canCount(event),
    keptBytes: quarantineBytes(Buffer.byteLength(event.raw)),
  }
}

/**
 * Returns true for an event that a person can release; false for one of a clock that was not set, or with a time after the year
 * 9999.
 */
const canCount = ({ raw }: QuarantinedEvent): boolean => readQuarantined(raw, 0) !== null

/** Returns the text of a released event as an entry of quarantine stores it. */
const wholeText = (raw: string): KeptText => ({
  raw,
  originalBytes: Buffer.byteLength(raw),
  sha256: null,
  isReadable: true,
})
