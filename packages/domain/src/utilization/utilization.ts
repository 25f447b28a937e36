import type { Figures } from './figures.ts'

/**
 * Returns the utilization: effective run divided by scheduled time in percent, not rounded; running outside shifts can make it
 * more than 100. Null when nothing was scheduled (domain, section 5). `figuresUnder` computes both times; those of a unit are sums.
 */
export function utilPct({
  effectiveRunMs,
  scheduledMs,
}: Pick<Figures, 'effectiveRunMs' | 'scheduledMs'>): number | null {
  return scheduledMs === 0 ? null : (effectiveRunMs / scheduledMs) * 100
}

/**
 * Returns a percentage as text with two decimals and without a sign; `∞` for null, which a page explains as "not scheduled".
 */
export function formatPct(pct: number | null): string {
  return pct === null || !Number.isFinite(pct) ? '∞' : pct.toFixed(2)
}
