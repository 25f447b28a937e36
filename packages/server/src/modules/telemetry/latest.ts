import { type EventKey, laterOf } from '@millwatch/domain/telemetry'

/**
 * Latest cycle and latest reading of a machine, in the order of events (time, batch, position), not of receipt (invariant I7);
 * null: none yet.
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
 * Returns the latest values after a cycle, which is also taken as a reading if it has a temperature or an analog value. A cycle
 * that is before the latest one in the order of events does not replace it.
 */
export function withCycle(latest: Latest, cycle: LatestCycle): Latest {
  return withReading({ ...latest, cycle: latest.cycle === null ? cycle : laterOf(latest.cycle, cycle) }, cycle)
}

/**
 * Returns the latest values after a reading that came alone or with a cycle. Returns `latest` unchanged if the reading has no
 * value, or is before the latest one in the order of events.
 */
export function withReading(latest: Latest, { at, batchId, position, temperature1, analogIn1 }: LatestReading): Latest {
  if (temperature1 === null && analogIn1 === null) return latest
  const reading = { at, batchId, position, temperature1, analogIn1 }
  return { ...latest, reading: latest.reading === null ? reading : laterOf(latest.reading, reading) }
}
