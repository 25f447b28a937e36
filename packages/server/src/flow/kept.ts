import type { PlacedEvent } from '../modules/ingest/index.ts'
import type { Machine } from './machines.ts'

interface Kept {
  readonly taken: readonly PlacedEvent[]
  /** Events before the horizon of their machine, whose neighboring events are removed. */
  readonly refused: readonly PlacedEvent[]
}

/**
 * Splits events into those that can be processed (`taken`) and those before the horizon of their machine (`refused`), both in the
 * given order. An event at the horizon, of a machine without one, or of no machine is taken (domain rules, section 6).
 */
export function splitByHorizon(held: ReadonlyMap<number, Machine>, placed: readonly PlacedEvent[]): Kept {
  const horizons = new Map<number, number>()
  for (const [id, { horizonAt }] of held) if (horizonAt !== null) horizons.set(id, horizonAt)
  if (horizons.size === 0) return { taken: placed, refused: [] }
  const isKept = ({ equipmentId, event }: PlacedEvent) => event.occurredAt >= (horizons.get(equipmentId) ?? 0)
  return { taken: placed.filter(isKept), refused: placed.filter((event) => !isKept(event)) }
}
