import type { StatusTotals } from './totals.ts'

export interface Utilization {
  readonly effectiveRunMs: number
  readonly scheduledMs: number
  /** Utilization 0..100, not rounded; null when nothing was scheduled. */
  readonly utilPct: number | null
}

/**
 * Returns the utilization under the default schedule, of a machine, or of a unit from the sum of its machines' totals. The
 * default is all day, every day, so all time with a status is scheduled (domain, sections 4, 5).
 */
export function utilizationByDefault(totals: StatusTotals): Utilization {
  const scheduledMs = totals.runningMs + totals.downMs + totals.offlineMs + totals.poweredOffMs
  return utilization(totals.runningMs, scheduledMs)
}

/**
 * Returns effective run over scheduled time, both in ms, with the percentage; null when nothing was scheduled (domain, section
 * 5).
 */
export function utilization(effectiveRunMs: number, scheduledMs: number): Utilization {
  return { effectiveRunMs, scheduledMs, utilPct: scheduledMs === 0 ? null : (effectiveRunMs / scheduledMs) * 100 }
}

/** Returns a percentage as it is shown: two decimals and no sign; `∞` for null, which is explained as "not scheduled". */
export function formatPct(pct: number | null): string {
  return pct === null || !Number.isFinite(pct) ? '∞' : pct.toFixed(2)
}
