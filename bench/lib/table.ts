import { median } from './figures.ts'

/** Row of the table: a measurement with the runs of the product and of its reference. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly ours: readonly number[]
  /** Values of the reference; empty if the row has no reference. */
  readonly yardstick: readonly number[]
  /** Description of the reference. */
  readonly against: string
  readonly goal: Goal
}

/**
 * Goal of a row. Ratios are the product over the reference; the other limits are on the product alone. All given limits must
 * hold, and without any the goal is met.
 */
export interface Goal {
  readonly ratioAtLeast?: number
  readonly ratioAtMost?: number
  readonly atLeast?: number
  readonly atMost?: number
}

export interface Verdict {
  readonly ours: number
  readonly yardstick: number
  readonly ratio: number
  readonly isMet: boolean
}

/**
 * Returns the medians of the product and of the reference, their ratio, and in `isMet` if all limits of the goal hold. Without a
 * reference its median and the ratio are NaN, so no limit of the ratio holds.
 */
export function verdictOn({ ours, yardstick, goal }: Row): Verdict {
  const medians = { ours: median(ours), yardstick: median(yardstick) }
  const ratio = medians.ours / medians.yardstick
  const limits = limitsOf(goal).map(({ isRatio, isLeast, limit }) => {
    const value = isRatio ? ratio : medians.ours
    return isLeast ? value >= limit : value <= limit
  })
  return { ...medians, ratio, isMet: limits.every((isKept) => isKept) }
}

interface Limit {
  readonly isRatio: boolean
  readonly isLeast: boolean
  readonly limit: number
}

function limitsOf({ ratioAtLeast, ratioAtMost, atLeast, atMost }: Goal): Limit[] {
  const limit = (value: number | undefined, isRatio: boolean, isLeast: boolean) =>
    value === undefined ? [] : [{ limit: value, isRatio, isLeast }]
  return [
    ...limit(ratioAtLeast, true, true),
    ...limit(ratioAtMost, true, false),
    ...limit(atLeast, false, true),
    ...limit(atMost, false, false),
  ]
}

const heads = ['name', 'ours', 'yardstick', 'ratio', 'goal', 'met?']
const widths = [46, 18, 18, 7, 22, 5]

const line = (cells: readonly string[]) =>
  cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join('  ')
    .trimEnd()

export const head = (): string => line(heads)

export function lineOf(row: Row): string {
  const { ours, yardstick, ratio, isMet } = verdictOn(row)
  const goals = limitsOf(row.goal).map(
    ({ isRatio, isLeast, limit }) =>
      `${isLeast ? '>=' : '<='} ${isRatio ? `${limit} x` : `${figure(limit)} ${row.unit}`}`,
  )
  const beside = row.yardstick.length === 0 ? ['-', '-'] : [`${figure(yardstick)} ${row.unit}`, ratio.toFixed(2)]
  return line([row.name, `${figure(ours)} ${row.unit}`, ...beside, goals.join(', ') || '-', isMet ? 'yes' : 'NO'])
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en')
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1)
}
