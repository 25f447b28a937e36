import type { QuarantineReason } from '@millwatch/contract/devices'
import type { JudgedBatch, PlacedEvent, QuarantineEntry } from '../modules/ingest/index.ts'
import type { Machine } from './machines.ts'

interface Kept {
  readonly taken: readonly PlacedEvent[]
  /** Events before the horizon of their machine: what they would belong to is not kept any more. */
  readonly refused: readonly PlacedEvent[]
}

/** Parts what can be told from what lies before a machine's horizon (domain rules, section 6). */
export function takeKept(held: ReadonlyMap<number, Machine>, placed: readonly PlacedEvent[]): Kept {
  const horizons = new Map<number, number>()
  for (const [id, { horizonAt }] of held) if (horizonAt !== null) horizons.set(id, horizonAt)
  if (horizons.size === 0) return { taken: placed, refused: [] }
  const isKept = ({ equipmentId, event }: PlacedEvent) => event.occurredAt >= (horizons.get(equipmentId) ?? 0)
  return { taken: placed.filter(isKept), refused: placed.filter((event) => !isKept(event)) }
}

/** What is refused is kept with its reason and raw text, like all else that cannot be told. */
export function refusedEntries(
  reason: QuarantineReason,
  refused: readonly PlacedEvent[],
  batches: readonly JudgedBatch[],
  releases: readonly { deviceId: number; batchId: string; event: PlacedEvent['event']; raw: string }[],
): QuarantineEntry[] {
  const rawOf = new Map<JudgedBatch, string[]>()
  return refused.map((placed) => {
    const { event, deviceId, batchId, receivedAt } = placed
    const batch = batches.find((one) => one.deviceId === deviceId && one.batchId === batchId)
    if (batch !== undefined && !rawOf.has(batch)) rawOf.set(batch, batch.raw())
    const sent = batch === undefined ? undefined : rawOf.get(batch)?.[event.position]
    const raw = releases.find((one) => one.event === event)?.raw ?? sent ?? ''
    const { position, occurredAt } = event
    return { deviceId, batchId, receivedAt, position, reason, raw, occurredAt, releaseAt: null }
  })
}
