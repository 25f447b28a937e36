import { firstEndingAfter, firstIndex, partsWithin, type Range } from '../time/index.ts'
import type { Occurrence } from './occurrences.ts'

/** Lost time of an occurrence, in ms. */
export interface LostTime {
  /**
   * Time from the start of the occurrence to the first running. The whole occurrence, at most up to now, when the machine never
   * ran.
   */
  readonly lateStartMs: number
  /** Time from the last running to the end of the occurrence; 0 until the occurrence is over, and when the machine never ran. */
  readonly earlyShutdownMs: number
  /** True when the occurrence is over and the machine never ran in it. */
  readonly isFull: boolean
  /**
   * First instant (epoch ms) of running in the occurrence; null: the machine never ran. `ranTo` is the end of the last running.
   */
  readonly ranFrom: number | null
  readonly ranTo: number | null
}

/**
 * Returns the lost time of an occurrence `[from, to)` that has begun by `now` (domain, section 4); if the machine never ran,
 * the whole occurrence up to now is late start. `running` are the running intervals of the machine, ascending, in epoch ms,
 * an open one up to now. Running in a break of the occurrence counts as running.
 */
export function lostTime({ from, to }: Range, running: readonly Range[], now: number): LostTime {
  const end = Math.min(to, now)
  const first = running[firstEndingAfter(running, from)]
  const last = running[firstIndex(running.length, (i) => (running[i] as Range).from >= end) - 1]
  if (!first || !last || first.from > last.from)
    return { lateStartMs: end - from, earlyShutdownMs: 0, isFull: to <= now, ranFrom: null, ranTo: null }
  const ranFrom = Math.max(from, first.from)
  const ranTo = Math.min(end, last.to)
  return { lateStartMs: ranFrom - from, earlyShutdownMs: to <= now ? to - ranTo : 0, isFull: false, ranFrom, ranTo }
}

/**
 * Returns the part of an occurrence that counts: its scheduled time inside the ranges in which the machine was active and had
 * evidence (`counted`: ascending, epoch ms). Null when nothing counts. Its shift date does not change (domain, section 4).
 */
export function countedOf(occurrence: Occurrence, counted: readonly Range[]): Occurrence | null {
  if (counted.some((range) => range.from <= occurrence.from && range.to >= occurrence.to)) return occurrence
  const ranges = partsWithin(occurrence.ranges, counted)
  const [first] = ranges
  const last = ranges.at(-1)
  return first && last ? { ...occurrence, from: first.from, to: last.to, ranges } : null
}
