import { partsOf } from './runs.ts'

/** Progress of a run that has a total. */
export interface RunProgress {
  /** Cycles done divided by the total; may be above 1 where overrun is allowed. */
  readonly ratio: number
  /** True when all planned parts are made. */
  readonly isComplete: boolean
  readonly partsTotal: number
  /** Number of parts still to be made; never below 0. */
  readonly partsRemaining: number
  /**
   * Expected instant (epoch ms) of completion at the average rate so far; null: it is complete, or no cycle or no time has passed
   * yet.
   */
  readonly expectedEndAt: number | null
}

/**
 * Returns the progress of a run at `now` (epoch ms), with `cyclesCurrent` as the cycles made so far. Returns null for a run
 * without a total or with a total of 0.
 */
export function progressOf(
  run: { cyclesTotal: number | null; cyclesCurrent: number; partsPerCycle: number | null; startedAt: number },
  now: number,
): RunProgress | null {
  const { cyclesTotal: total, cyclesCurrent: done, startedAt } = run
  if (total === null || total <= 0) return null
  const left = Math.max(0, total - done)
  const elapsedMs = Math.max(0, now - startedAt)
  return {
    ratio: done / total,
    isComplete: left === 0,
    partsTotal: partsOf(total, run),
    partsRemaining: partsOf(left, run),
    expectedEndAt: left === 0 || done === 0 || elapsedMs === 0 ? null : Math.round(now + (left * elapsedMs) / done),
  }
}
