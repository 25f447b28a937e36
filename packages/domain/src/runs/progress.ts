import { partsOf } from './runs.ts'

/** How far a run with a total is. */
export interface RunProgress {
  /** Cycles done / cycles to do; may be above 1 where overrun is allowed. */
  readonly ratio: number
  /** Whether all it was to make is made. */
  readonly isComplete: boolean
  readonly partsTotal: number
  /** Never below 0. */
  readonly partsRemaining: number
  /** When it will have made all at its own pace so far, epoch ms; null: it is complete, or no cycle was made yet. */
  readonly expectedEndAt: number | null
}

/** How far a run is at `now` (epoch ms); null for an indefinite one. */
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
