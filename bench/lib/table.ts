import { median } from './figures.ts'

/** A measurement, side by side: the runs of ours and of its yardstick, in turns. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly ours: readonly number[]
  readonly yardstick: readonly number[]
  /** What the yardstick is. */
  readonly against: string
  readonly goal: Goal
}

/** A ratio is ours over the yardstick; a limit is on ours alone. */
export type Goal = { readonly ratioAtLeast: number } | { readonly atMost: number }

export interface Verdict {
  readonly ours: number
  readonly yardstick: number
  readonly ratio: number
  readonly isMet: boolean
}

/** Medians of the runs, and whether the goal is met. */
export function verdictOn({ ours, yardstick, goal }: Row): Verdict {
  const medians = { ours: median(ours), yardstick: median(yardstick) }
  const ratio = medians.ours / medians.yardstick
  const isMet = 'ratioAtLeast' in goal ? ratio >= goal.ratioAtLeast : medians.ours <= goal.atMost
  return { ...medians, ratio, isMet }
}

const heads = ['name', 'ours', 'yardstick', 'ratio', 'goal', 'met?']
const widths = [38, 18, 18, 7, 12, 5]

const line = (cells: readonly string[]) =>
  cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join('  ')
    .trimEnd()

export const head = (): string => line(heads)

export function lineOf(row: Row): string {
  const { ours, yardstick, ratio, isMet } = verdictOn(row)
  const goal =
    'ratioAtLeast' in row.goal ? `>= ${row.goal.ratioAtLeast} x` : `<= ${figure(row.goal.atMost)} ${row.unit}`
  const cells = [row.name, `${figure(ours)} ${row.unit}`, `${figure(yardstick)} ${row.unit}`, ratio.toFixed(2), goal]
  return line([...cells, isMet ? 'yes' : 'NO'])
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return 'none'
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value >= 100 ? value.toFixed(0) : value.toFixed(1)
}
