import { isUnderUtilized } from '@millwatch/domain/utilization'
import type { FigurePlace, Shown } from './types.ts'

/**
 * Unit or machine under a unit, with its figures over the period: seconds (names that end in `S`), and `utilPct` in percent
 * (null: nothing was scheduled).
 */
export interface Child {
  readonly place: FigurePlace
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  readonly excluded: boolean
  /** All machines of a unit, at any level under it; empty for a machine. */
  readonly machines: readonly Child[]
}

/** Row of the list of a unit's children: a child, or a machine under a child. */
export interface ChildRow {
  readonly child: Child
  /** Level of the row: 0 for a direct child of the unit, 1 for a machine under a listed unit. */
  readonly depth: 0 | 1
}

/**
 * Returns the rows of the list in the order of `children`; with `expanded`, each unit is followed by all machines under it.
 */
export const rowsOfChildren = (children: readonly Child[], expanded: boolean): ChildRow[] =>
  children.flatMap((child) => [
    { child, depth: 0 as const },
    ...(expanded ? child.machines.map((machine) => ({ child: machine, depth: 1 as const })) : []),
  ])

/**
 * Returns the greatest effective run or scheduled time of the rows, in seconds, which is the length of a full bar; 0 without
 * rows.
 */
export const mostOf = (rows: readonly ChildRow[]): number =>
  Math.max(0, ...rows.map(({ child }) => Math.max(child.runS, child.scheduledS)))

/**
 * Returns the length of a child's bar in percent of the full length, 0 to 100: for `util` its utilization (0 for null), for
 * `run` its effective run compared with `most` seconds.
 */
export function reach({ utilPct, runS }: Child, shown: Shown, most: number): number {
  const wanted = shown === 'util' ? (utilPct ?? 0) : most === 0 ? 0 : (runS / most) * 100
  return Math.min(100, Math.max(0, wanted))
}

/**
 * Returns the kind of note beside a child's figures, undefined without a note. `excluded` means left out of the sums, `under` a
 * utilization below 80 %, `empty` a unit without machines, and `unscheduled` any other child with nothing scheduled.
 */
export function markOf({
  place,
  utilPct,
  excluded,
  machines,
}: Child): 'excluded' | 'under' | 'unscheduled' | 'empty' | undefined {
  if (excluded) return 'excluded'
  if (utilPct === null) return place.kind === 'unit' && machines.length === 0 ? 'empty' : 'unscheduled'
  return isUnderUtilized(utilPct) ? 'under' : undefined
}

/** Figure of a unit as the sum of its children and a rest; times in seconds. */
export interface SumOfShown {
  /** Sum of the units and machines in the list, without excluded machines. */
  readonly listed: { readonly runS: number; readonly scheduledS: number }
  readonly excludedMachines: number
  /**
   * Difference between the unit's figure and `listed`: time of machines that were moved, archived, excluded or removed during the
   * period. It may be negative.
   */
  readonly rest: { readonly runS: number; readonly scheduledS: number }
}

const ms = (seconds: number): number => Math.round(seconds * 1000)

/**
 * Returns the figure of a unit (`whole`, seconds) as the sum of its children and a rest, exact to the millisecond. Excluded
 * children are not in the sum; their number is returned.
 */
export function sumOfShown(children: readonly Child[], whole: { runS: number; scheduledS: number }): SumOfShown {
  const counted = children.filter((child) => !child.excluded)
  const sum = (secondsOf: (child: Child) => number): number =>
    counted.reduce((all, child) => all + ms(secondsOf(child)), 0)
  const [runMs, scheduledMs] = [sum((child) => child.runS), sum((child) => child.scheduledS)]
  return {
    listed: { runS: runMs / 1000, scheduledS: scheduledMs / 1000 },
    excludedMachines: children.length - counted.length,
    rest: { runS: (ms(whole.runS) - runMs) / 1000, scheduledS: (ms(whole.scheduledS) - scheduledMs) / 1000 },
  }
}
