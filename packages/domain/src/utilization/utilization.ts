import type { Figures } from './figures.ts'
import { isBelow } from './under-utilized.ts'

/**
 * Returns the utilization: effective run divided by scheduled time in percent, not rounded; running outside shifts can make it
 * more than 100. Null when nothing was scheduled (domain, section 5). `figuresUnder` computes both times; those of a unit are
 * sums.
 */
export function utilPct({
  effectiveRunMs,
  scheduledMs,
}: Pick<Figures, 'effectiveRunMs' | 'scheduledMs'>): number | null {
  return scheduledMs === 0 ? null : (effectiveRunMs / scheduledMs) * 100
}

/**
 * Returns a percentage as text with two decimals, without the `%`; `∞` for null, which a page explains as "not scheduled", and
 * for a number that is not finite. It is rounded to the nearest, but never up to a whole percent or to `limitPct`: 79.999 with
 * the limit 80 is `79.99`.
 */
export function formatPct(pct: number | null, limitPct?: number): string {
  return pct === null || !Number.isFinite(pct) ? '∞' : roundedPct(pct, 2, limitPct)
}

/**
 * Returns a finite percentage as text with `decimals` decimals, rounded to the nearest, but never up to a whole percent
 * or to `limitPct` (`formatPct`).
 */
export function roundedPct(pct: number, decimals: number, limitPct?: number): string {
  const text = pct.toFixed(decimals)
  const rounded = Number(text)
  const isReached = Number.isInteger(rounded) && isBelow(pct, rounded)
  const hidesLimit = limitPct !== undefined && isBelow(pct, limitPct) && rounded >= limitPct
  return isReached || hidesLimit ? (rounded - 10 ** -decimals).toFixed(decimals) : text
}
