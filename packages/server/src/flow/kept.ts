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
  refused: readonly PlacedEvent[],
  batches: readonly JudgedBatch[],
  releases: readonly { deviceId: number; batchId: string; event: PlacedEvent['event']; raw: string }[],
): QuarantineEntry[] {
  return refused.map((placed) => {
    const { event, deviceId, batchId, receivedAt } = placed
    const batch = batches.find((one) => one.deviceId === deviceId && one.batchId === batchId)
    const raw = releases.find((one) => one.event === event)?.raw ?? batch?.raw()[event.position] ?? ''
    const { position, occurredAt } = event
    return { deviceId, batchId, receivedAt, position, reason: 'before_horizon', raw, occurredAt, releaseAt: null }
  })
}
