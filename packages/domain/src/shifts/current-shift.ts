import { DAY_MS } from '../time/index.ts'
import { type Occurrence, occurrencesOf } from './occurrences.ts'
import type { ShiftRow } from './types.ts'

/** Time (ms) before an instant in which the last shift is searched: a week of a schedule and a day more. */
export const LAST_SHIFT_WITHIN_MS = 8 * DAY_MS

/** Shift at one instant by shift history alone. */
export interface CurrentShift {
  /** True if a row of shift history contains the instant, so that it is not in a break. */
  readonly isScheduled: boolean
  /** Shift at that instant, also during one of its breaks, or time without a shift; null: none. */
  readonly occurrence: Occurrence | null
  /** Shift 1 to 3 that ended last in the 8 days before; null: none. */
  readonly last: Occurrence | null
}

/**
 * Returns the shift at `now` (epoch ms) and the last one that was over. If one shift has a break in which another one is worked,
 * the other one is the shift of that time. `rows` are of one machine or schedule, do not overlap, and may be in any order; they
 * must reach from `LAST_SHIFT_WITHIN_MS` and `OCCURRENCE_REACH_MS` before `now` to twice `OCCURRENCE_REACH_MS` after it.
 */
export function currentShift(rows: readonly ShiftRow[], now: number): CurrentShift {
  const occurrences = occurrencesOf(rows)
  const around = occurrences.filter(({ from, to }) => from <= now && now < to)
  const inside = around.find(({ ranges }) => ranges.some(({ from, to }) => from <= now && now < to))
  const ended = occurrences.filter(({ shift, to }) => shift !== 0 && to <= now && to > now - LAST_SHIFT_WITHIN_MS)
  return {
    isScheduled: inside !== undefined,
    occurrence: inside ?? around[0] ?? null,
    last: ended.reduce<Occurrence | null>((last, each) => (last !== null && last.to > each.to ? last : each), null),
  }
}
