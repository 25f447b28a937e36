/**
 * Reference model of startup cycles and outliers, straight from the text: every cycle looks at all cycles before it again, in
 * whole numbers.
 */
import { erasOf, inEventOrder, isCycle, maxCycleMs } from './status.ts'
import type { Era, ReferenceEvent, ReferenceSet } from './status-data.ts'

export interface ReferenceMarked {
  readonly event: ReferenceEvent
  /** Time of a cycle in ms, sent or derived; null for the first cycle of a primary if it has no sent time. */
  readonly timeMs: number | null
  readonly derivedMs: number | null
  readonly startup: boolean
  readonly outlier: boolean
}

/** Returns every cycle event that was sent by a primary up to `now` (epoch ms, inclusive), in order, with its times and marks. */
export function referenceMarks(set: ReferenceSet, now: number): ReferenceMarked[] {
  const events = inEventOrder(set.events.filter((event) => event.at <= now))
  return erasOf(events, set.changes, now).flatMap((era) => marksOfEra(era, set))
}

/**
 * Returns the marked cycles of the time of one primary. Only cycles of that time are looked at: "A new primary starts anew:
 * nothing the earlier one said about running, power or cycles stands".
 */
function marksOfEra(era: Era, set: ReferenceSet): ReferenceMarked[] {
  const marked: ReferenceMarked[] = []
  for (const [index, event] of era.events.entries()) {
    if (!isCycle(event)) continue
    const derivedMs = event.cycleMs === undefined ? derived(event, marked.at(-1)?.event) : null
    const timeMs = event.cycleMs ?? derivedMs
    // "A cycle is a startup cycle when its time is above twice T."
    const T = maxCycleMs(era.events.slice(0, index + 1), event.at, set.maxCycle)
    const startup = timeMs !== null && timeMs > 2 * T
    const outlier = timeMs !== null && !startup && isOutlier(timeMs, marked)
    marked.push({ event, timeMs, derivedMs, startup, outlier })
  }
  return marked
}

/**
 * Returns the derived time of a cycle in ms: "A cycle without `cycle_time` has a derived one (time since the previous cycle /
 * count)". Null without a previous cycle.
 */
function derived(event: ReferenceEvent, previous: ReferenceEvent | undefined): number | null {
  return previous === undefined ? null : Math.round((event.at - previous.at) / (event.count ?? 1))
}

/**
 * Returns true for an outlier: "It is an outlier when it is no startup cycle and more than 3 (population) standard deviations
 * above the mean of the last 100 cycles before it that are not startup cycles (at least 20 of them; outliers stay in that window
 * ...): with n, sum S and sum of squares Q of whole ms, n·c > S and (n·c - S)² > 9(n·Q - S²)." False with fewer than 20 such
 * cycles.
 */
function isOutlier(timeMs: number, before: readonly ReferenceMarked[]): boolean {
  const window: bigint[] = []
  for (let i = before.length - 1; i >= 0 && window.length < 100; i--) {
    const { startup, timeMs: earlierMs } = before[i] as ReferenceMarked
    if (!startup && earlierMs !== null) window.push(BigInt(earlierMs))
  }
  if (window.length < 20) return false
  const n = BigInt(window.length)
  const S = window.reduce((sum, ms) => sum + ms, 0n)
  const Q = window.reduce((sum, ms) => sum + ms * ms, 0n)
  const c = BigInt(timeMs)
  return n * c > S && (n * c - S) ** 2n > 9n * (n * Q - S * S)
}
