import { wallBack } from '../time/index.ts'
import type { Source } from './types.ts'

/** Time (ms, 2 days) since the last cycle from which on a machine has no recent cycle. */
const NO_CYCLE_MS = 48 * 3_600_000

/** Number of calendar days: a report shows machines without a recent cycle if its period begins at most so long ago. */
const SHOWN_DAYS = 7

/**
 * Returns true if a report over a period from `from` (epoch ms) shows machines without a recent cycle: it begins not before
 * the same wall-clock time of `zone` 7 calendar days before `now`.
 */
export const showsRecentCycles = (from: number, now: number, zone: string): boolean =>
  from >= wallBack(now, { days: SHOWN_DAYS }, zone)

/** Last cycle of a machine, with the facts that decide if the machine lacks a recent cycle. */
export interface LastCycle {
  /** False: archived. */
  readonly active: boolean
  /** True when the machine ever sent anything, so that it has a status. */
  readonly hasStatus: boolean
  /** Instant of the last cycle, epoch ms; null: the machine never cycled. */
  readonly lastCycleAt: number | null
  /** Source that decides the status of the machine; null: not known. */
  readonly source: Source | null
}

/**
 * Returns true for a machine whose last cycle was 48 hours or more before `now` (epoch ms). One that never had a cycle
 * is included only if cycles decide its status. False for archived machines and those without any data.
 */
export function lacksRecentCycle({ active, hasStatus, lastCycleAt, source }: LastCycle, now: number): boolean {
  if (!active || !hasStatus) return false
  return lastCycleAt === null ? source === 'cycles' : now - lastCycleAt >= NO_CYCLE_MS
}
