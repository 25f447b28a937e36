import type { StatusTotals } from './totals.ts'

export interface Utilization {
  readonly effectiveRunMs: number
  readonly scheduledMs: number
  /** Utilization 0..100, not rounded; null when nothing was scheduled. */
  readonly utilPct: number | null
}

/**
 * Returns the utilization under the default schedule from the totals of a machine, or from the sum of the totals of a unit's
 * machines. The default is all day, every day, so all time with a status is scheduled (domain, sections 4, 5).
 */
export function utilizationByDefault(totals: StatusTotals): Utilization {
  const scheduledMs = totals.runningMs + totals.downMs + totals.offlineMs + totals.poweredOffMs
  return utilization(totals.runningMs, scheduledMs)
}

/**
 * Returns the utilization from effective run and scheduled time in ms: both, and their quotient in percent, which is null
 * when nothing was scheduled (domain, section 5).
 */
export function utilization(effectiveRunMs: number, scheduledMs: number): Utilization {
  return { effectiveRunMs, scheduledMs, utilPct: scheduledMs === 0 ? null : (effectiveRunMs / scheduledMs) * 100 }
}

/**
 * Returns a percentage as text with two decimals and without a sign; `∞` for null, which a page explains as "not scheduled".
 */
export function formatPct(pct: number | null): string {
  return pct === null || !Number.isFinite(pct) ? '∞' : pct.toFixed(2)
}
