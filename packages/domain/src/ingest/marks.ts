import { type Limits, limitsOf, maximumCycleAt, rememberCycle, type StatusSettings } from '../status/index.ts'
import { exactSums } from '../telemetry/index.ts'

export const NO_MARK = 0
/** Mark of a startup cycle: its time is more than twice T, the longest allowed cycle time. */
export const STARTUP = 1
/**
 * Mark of an outlier: a cycle that is no startup cycle, and whose time is more than 3 standard deviations above the mean of the
 * up to 100 cycles before it that were no startup cycles (`WINDOW_CYCLES`; with fewer than 20, none is an outlier).
 */
export const OUTLIER = 2
export type Mark = typeof NO_MARK | typeof STARTUP | typeof OUTLIER

/**
 * Most earlier cycle events with which the outlier rule compares a cycle, each with any count; startup cycles are not among them.
 * With fewer than 20 earlier events, no cycle is an outlier.
 */
export const WINDOW_CYCLES = 100
const FEWEST_CYCLES = 20

/**
 * Report of `count` cycles that ended at `at` (epoch ms). `cycleMs` is the time of one cycle; null: the device did not send
 * it.
 */
export interface CycleEvent {
  readonly at: number
  readonly cycleMs: number | null
  readonly count: number
}

/** State between two calls of `markCycles` for one primary device, as a plain JSON value. */
export interface MarkState {
  /** Instant (epoch ms) from which the device is primary; null: it is the machine's first primary. */
  readonly primaryFrom: number | null
  /** End of the device's last cycle (epoch ms); null: no cycle yet. */
  readonly cycleAt: number | null
  /** Times (ms) of the last cycles that are not startup cycles, sent or derived. An event with any count is one entry. */
  readonly window: readonly number[]
  /** Times (ms) of the last cycles as the device sent them. Filled only when the settings compute T from them. */
  readonly recentCycleMs: readonly number[]
}

export interface Marked {
  readonly mark: Mark
  /**
   * Derived time of a cycle whose device sent none: time since the previous cycle divided by count, in whole ms. Null when the
   * device sent a time, or when no cycle came before.
   */
  readonly derivedMs: number | null
}

/**
 * Returns the state before the first cycle of a device that is primary from `primaryFrom` (epoch ms; null: the machine's first
 * primary).
 */
export const nothingMarked = (primaryFrom: number | null): MarkState => ({
  primaryFrom,
  cycleAt: null,
  window: [],
  recentCycleMs: [],
})

/**
 * Marks the cycles of one primary device as startup cycles or outliers and derives missing times (domain, sections 2 and 3).
 * Returns one `Marked` per cycle in the same order, and the state with which the next call continues; the given state is not
 * changed. `cycles` are in order (`compareEvents`) and follow `state`. T is the one in force at the end of each cycle. The
 * arithmetic is exact, in whole numbers.
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

/**
 * Returns true when n·c > S and (n·c - S)² > 9(n·Q - S²), with n, sum S and sum of squares Q of the window and the time c.
 * Returns false with fewer than 20 times in the window.
 */
function isOutlier(timeMs: number, window: readonly number[]): boolean {
  if (window.length < FEWEST_CYCLES) return false
  const { sum, squares } = exactSums(window)
  const n = BigInt(window.length)
  const above = n * BigInt(timeMs) - sum
  return above > 0n && above * above > 9n * (n * squares - sum * sum)
}
