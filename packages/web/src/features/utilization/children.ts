import { isUnderUtilized } from '@millwatch/domain/utilization'
import type { Place, Shown } from './types.ts'

/** A unit or machine with its figures, as it stands in the list of what is under a unit. */
export interface Child {
  readonly place: Place
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  readonly excluded: boolean
  /** Of a unit: the machines anywhere under it. */
  readonly machines: readonly Child[]
}

/** One line of the list. */
export interface ChildRow {
  readonly child: Child
  /** 0 directly under the unit; 1 a machine of one of its units. */
  readonly depth: 0 | 1
}

/** The lines of the list, those of `expanded` units followed by their machines. */
export const rowsOfChildren = (children: readonly Child[], expanded: boolean): ChildRow[] =>
  children.flatMap((child) => [
    { child, depth: 0 as const },
    ...(expanded ? child.machines.map((machine) => ({ child: machine, depth: 1 as const })) : []),
  ])

/** The most hours, in s, a bar of hours has to hold. */
export const mostOf = (rows: readonly ChildRow[]): number =>
  Math.max(0, ...rows.map(({ child }) => Math.max(child.runS, child.scheduledS)))

/** How far a bar reaches, 0 to 100. */
export function reach({ utilPct, runS }: Child, shown: Shown, most: number): number {
  const wanted = shown === 'util' ? (utilPct ?? 0) : most === 0 ? 0 : (runS / most) * 100
  return Math.min(100, Math.max(0, wanted))
}

/** What is said of a child beside its figures. */
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

/** How the figure of a unit is made of what is listed under it; all in s. */
export interface SumOfShown {
  /** Of the units and of the machines that stand directly there and are not excluded. */
  readonly listed: { readonly runS: number; readonly scheduledS: number }
  readonly excludedMachines: number
  /** What the listed do not tell: of machines that were moved, archived, excluded or removed during the period. */
  readonly rest: { readonly runS: number; readonly scheduledS: number }
}

const ms = (seconds: number): number => Math.round(seconds * 1000)

/** Holds what is listed against the figure above it; listed and rest are that figure, to the millisecond. */
export function sumOfShown(children: readonly Child[], whole: { runS: number; scheduledS: number }): SumOfShown {
  const counted = children.filter((child) => !child.excluded)
  const sum = (of: (child: Child) => number): number => counted.reduce((all, child) => all + ms(of(child)), 0)
  const [runMs, scheduledMs] = [sum((child) => child.runS), sum((child) => child.scheduledS)]
  return {
    listed: { runS: runMs / 1000, scheduledS: scheduledMs / 1000 },
    excludedMachines: children.length - counted.length,
    rest: { runS: (ms(whole.runS) - runMs) / 1000, scheduledS: (ms(whole.scheduledS) - scheduledMs) / 1000 },
  }
}
