import { isUnderUtilized } from '@millwatch/domain/utilization'
import type { FigurePlace, Shown } from './types.ts'

/** A unit or machine with its figures, in the list of a unit's children. */
export interface Child {
  readonly place: FigurePlace
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  readonly excluded: boolean
  /** All machines of a unit, anywhere under it. */
  readonly machines: readonly Child[]
}

/** One row of the list. */
export interface ChildRow {
  readonly child: Child
  /** 0 for a direct child of the unit; 1 for a machine of a listed unit. */
  readonly depth: 0 | 1
}

/** Returns the rows of the list; with `expanded`, units are followed by their machines. */
export const rowsOfChildren = (children: readonly Child[], expanded: boolean): ChildRow[] =>
  children.flatMap((child) => [
    { child, depth: 0 as const },
    ...(expanded ? child.machines.map((machine) => ({ child: machine, depth: 1 as const })) : []),
  ])

/** Returns the greatest hours, in seconds, that a bar must hold. */
export const mostOf = (rows: readonly ChildRow[]): number =>
  Math.max(0, ...rows.map(({ child }) => Math.max(child.runS, child.scheduledS)))

/** Returns the length of a bar, 0 to 100. */
export function reach({ utilPct, runS }: Child, shown: Shown, most: number): number {
  const wanted = shown === 'util' ? (utilPct ?? 0) : most === 0 ? 0 : (runS / most) * 100
  return Math.min(100, Math.max(0, wanted))
}

/** Returns the note shown beside a child's figures; undefined without one. */
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

/** Figure of a unit as a sum of its parts; all in seconds. */
export interface SumOfShown {
  /** Sum of the listed units and machines, without excluded machines. */
  readonly listed: { readonly runS: number; readonly scheduledS: number }
  readonly excludedMachines: number
  /**
   * Difference to the unit's figure: time of machines that were moved, archived, excluded or removed during the
   * period.
   */
  readonly rest: { readonly runS: number; readonly scheduledS: number }
}

const ms = (seconds: number): number => Math.round(seconds * 1000)

/**
 * Compares the listed children with the figure of the unit. Listed and rest add up to that figure, to the millisecond.
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
