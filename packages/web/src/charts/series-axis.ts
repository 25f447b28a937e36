import type { Column } from './band.ts'

/** Range of a value axis. */
export interface Scale {
  min: number
  max: number
}

/** Mean and standard deviation of the values of a period that are not excluded. */
export interface Spread {
  mean: number
  deviation: number
}

/**
 * Returns the range of a value axis: the mean plus and minus `deviations` standard deviations. When `deviations` is null, or
 * `spread` is undefined or without deviation, the range contains all values with a margin. It never goes below zero for values
 * that are not negative.
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

/**
 * Returns the number of entries with a value outside of the axis (`places`), and of the measured values in them (`values`), which
 * is 0 when one of these entries is a summary.
 */
export function countBeyond(columns: readonly Column[], { min, max }: Scale): { values: number; places: number } {
  const beyond = columns.filter((column) => column.max > max || column.min < min)
  const isEachKnown = beyond.every((column) => column.min === column.max)
  return {
    values: isEachKnown ? beyond.reduce((sum, column) => sum + column.points, 0) : 0,
    places: beyond.length,
  }
}

export const clampTo = ({ min, max }: Scale, value: number): number => Math.min(max, Math.max(min, value))
