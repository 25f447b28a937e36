import type { ReadyStop } from './store-stops.ts'

/**
 * Excessive stops as doubles, one stop after the other (`packed`). Reports have a million of them, and an object for each takes
 * several times as long.
 */
export type PackedStops = Float64Array

/**
 * Index of each field among the doubles of a stop, and their number (`length`). Instants are epoch ms; the end of an open stop is
 * NaN.
 */
export const packed = { intervalId: 0, startedAt: 1, endedAt: 2, scheduledMs: 3, equipmentId: 4, length: 5 } as const

type Stop = Omit<ReadyStop, 'endedAt'> & { readonly endedAt: number | null }

export const packedStop = (stop: Stop): number[] => [
  stop.intervalId,
  stop.startedAt,
  stop.endedAt ?? Number.NaN,
  stop.scheduledMs,
  stop.equipmentId,
]

/**
 * Returns the stops that ended before the instant (epoch ms) of their machine; stops of a machine without an instant are left
 * out. Overwrites `stops`, whose beginning is the result.
 */
export function endedBefore(stops: PackedStops, instants: ReadonlyMap<number, number>): PackedStops {
  let kept = 0
  for (let at = 0; at < stops.length; at += packed.length) {
    const instant = instants.get(stops[at + packed.equipmentId] as number)
    if (instant === undefined || !((stops[at + packed.endedAt] as number) < instant)) continue
    if (kept < at) stops.copyWithin(kept, at, at + packed.length)
    kept += packed.length
  }
  return stops.subarray(0, kept)
}
