import type { StatusTotals } from './totals.ts'

export interface Utilization {
  readonly effectiveRunMs: number
  readonly scheduledMs: number
  /** 0..100, not rounded; null where nothing was scheduled. */
  readonly utilPct: number | null
}

/**
 * The utilization of a machine, or of a unit from the sum of its machines' totals, under the default schedule: all day,
 * every day, from a machine's first evidence on, so that whenever it has a status it is scheduled (domain, sections 4, 5).
 */
export function utilizationByDefault(totals: StatusTotals): Utilization {
  const scheduledMs = totals.runningMs + totals.downMs + totals.offlineMs + totals.poweredOffMs
  return utilization(totals.runningMs, scheduledMs)
}

/** Effective run over scheduled time, both in ms; no percentage where nothing was scheduled (domain, section 5). */
export function utilization(effectiveRunMs: number, scheduledMs: number): Utilization {
  return { effectiveRunMs, scheduledMs, utilPct: scheduledMs === 0 ? null : (effectiveRunMs / scheduledMs) * 100 }
}

/** A percentage as people see it: two decimals and no sign; `∞` for null, which is explained as "not scheduled". */
export function formatPct(pct: number | null): string {
  return pct === null || !Number.isFinite(pct) ? '∞' : pct.toFixed(2)
}
