import { type Limits, limitsOf, maximumCycleAt, rememberCycle, type StatusSettings } from '../status/index.ts'
import { exactSums } from '../telemetry/index.ts'

export const NO_MARK = 0
/** Its time is above twice T. */
export const STARTUP = 1
/** Its time is more than 3 standard deviations above the mean of the cycles before it. */
export const OUTLIER = 2
export type Mark = typeof NO_MARK | typeof STARTUP | typeof OUTLIER

/** So many cycles, that are no startup cycles, an outlier is judged by: at most and at least. */
export const WINDOW_CYCLES = 100
const FEWEST_CYCLES = 20

/** A cycle event: `count` cycles that ended at `at` (epoch ms), each of `cycleMs`; null: it did not tell. */
export interface CycleEvent {
  readonly at: number
  readonly cycleMs: number | null
  readonly count: number
}

/** What is remembered of the cycles of one primary device to mark the next one, as a plain JSON value. */
export interface MarkState {
  /** Since when the device is primary; null: it is the machine's first. */
  readonly primaryFrom: number | null
  /** The end of its last cycle. */
  readonly cycleAt: number | null
  /** Times of the last cycles that are no startup cycles, told or derived; an event of any count is one entry. */
  readonly window: readonly number[]
  /** Told times of the last cycles, kept only where the settings compute T from them. */
  readonly recentCycleMs: readonly number[]
}

export interface Marked {
  readonly mark: Mark
  /** The time of a cycle that did not tell its own: since the previous cycle by count, whole ms; null: told, or a first one. */
  readonly derivedMs: number | null
}

/** Nothing remembered yet of a device that is primary from `primaryFrom` on (null: the machine's first). */
export const nothingMarked = (primaryFrom: number | null): MarkState => ({
  primaryFrom,
  cycleAt: null,
  window: [],
  recentCycleMs: [],
})

/**
 * Marks cycles of one primary device, in order (`compareEvents`), going on from `state`: startup cycles, outliers, derived
 * times (domain, sections 2 and 3). T is that in force at the cycle's end. Exact: in whole numbers.
 */
export function markCycles(
  state: MarkState,
  cycles: readonly CycleEvent[],
  settings: StatusSettings,
): { state: MarkState; marked: Marked[] } {
  const limits = limitsOf(settings)
  const window = state.window.slice()
  const recentCycleMs = state.recentCycleMs.slice()
  let { cycleAt } = state
  const marked = cycles.map((cycle): Marked => {
    if (limits.computes && cycle.cycleMs !== null) rememberCycle(recentCycleMs, cycle.cycleMs)
    const derivedMs = cycle.cycleMs === null && cycleAt !== null ? Math.round((cycle.at - cycleAt) / cycle.count) : null
    cycleAt = cycle.at
    const timeMs = cycle.cycleMs ?? derivedMs
    if (timeMs === null) return { mark: NO_MARK, derivedMs }
    const mark = markOf(timeMs, cycle.at, { window, recentCycleMs, limits })
    if (mark !== STARTUP) window.push(timeMs)
    if (window.length > WINDOW_CYCLES) window.shift()
    return { mark, derivedMs }
  })
  return { state: { primaryFrom: state.primaryFrom, cycleAt, window, recentCycleMs }, marked }
}

function markOf(
  timeMs: number,
  at: number,
  { window, recentCycleMs, limits }: { window: readonly number[]; recentCycleMs: readonly number[]; limits: Limits },
): Mark {
  if (timeMs > 2 * maximumCycleAt(limits, at, recentCycleMs)) return STARTUP
  return isOutlier(timeMs, window) ? OUTLIER : NO_MARK
}

/** With n, sum S and sum of squares Q: n·c > S and (n·c - S)² > 9(n·Q - S²). */
function isOutlier(timeMs: number, window: readonly number[]): boolean {
  if (window.length < FEWEST_CYCLES) return false
  const { sum, squares } = exactSums(window)
  const n = BigInt(window.length)
  const above = n * BigInt(timeMs) - sum
  return above > 0n && above * above > 9n * (n * squares - sum * sum)
}
