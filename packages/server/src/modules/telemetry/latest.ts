import { type EventKey, laterOf } from '@millwatch/domain/telemetry'

/**
 * The latest cycle and the latest reading of a machine, by the order of events (time, batch, position), not by receipt
 * (invariant I7).
 */
export interface Latest {
  readonly cycle: LatestCycle | null
  readonly reading: LatestReading | null
}
export interface LatestReading extends EventKey {
  readonly temperature1: number | null
  readonly analogIn1: number | null
}
export interface LatestCycle extends LatestReading {
  readonly cycleMs: number | null
}

export const nothingYet: Latest = { cycle: null, reading: null }

/**
 * Returns the latest values after a cycle, which may also be the latest reading. A cycle before the latest, in the order of
 * events, does not replace it.
 */
export function withCycle(latest: Latest, cycle: LatestCycle): Latest {
  return withReading({ ...latest, cycle: latest.cycle === null ? cycle : laterOf(latest.cycle, cycle) }, cycle)
}

/**
 * Returns the latest values after a reading that came alone or with a cycle. Returns them unchanged for a reading
 * without any value, or one before the latest in the order of events.
 */
export function withReading(latest: Latest, { at, batchId, position, temperature1, analogIn1 }: LatestReading): Latest {
  if (temperature1 === null && analogIn1 === null) return latest
  const reading = { at, batchId, position, temperature1, analogIn1 }
  return { ...latest, reading: latest.reading === null ? reading : laterOf(latest.reading, reading) }
}
