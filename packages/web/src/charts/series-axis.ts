import type { Column } from './band.ts'

/** Range of a value axis. */
export interface Scale {
  min: number
  max: number
}

/** Mean and standard deviation of all values of a period. */
export interface Spread {
  mean: number
  deviation: number
}

/**
 * Returns the range of the value axis: the mean plus and minus `deviations` standard deviations, never below zero for
 * positive values. When `deviations` is null or there is no spread, it holds all values with a small margin.
 */
export function scaleOf(whole: Scale, spread: Spread | undefined, deviations: number | null): Scale {
  const isPositive = whole.min >= 0
  if (deviations !== null && spread !== undefined && spread.deviation > 0) {
    const reach = deviations * spread.deviation
    return { min: isPositive ? Math.max(0, spread.mean - reach) : spread.mean - reach, max: spread.mean + reach }
  }
  const air = (whole.max - whole.min) * 0.12 || Math.abs(whole.max) * 0.05 || 1
  return { min: isPositive ? Math.max(0, whole.min - air) : whole.min - air, max: whole.max + air }
}

/** Counts the values outside of the axis. `values` is 0 when only summaries are known; `places` counts the entries. */
export function countBeyond(columns: readonly Column[], { min, max }: Scale): { values: number; places: number } {
  const beyond = columns.filter((column) => column.max > max || column.min < min)
  const isEachKnown = beyond.every((column) => column.min === column.max)
  return {
    values: isEachKnown ? beyond.reduce((sum, column) => sum + column.points, 0) : 0,
    places: beyond.length,
  }
}

export const clampTo = ({ min, max }: Scale, value: number): number => Math.min(max, Math.max(min, value))
