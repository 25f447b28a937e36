import { RUNNING } from '@millwatch/domain/status'
import { sumUpTree, treeOf } from '@millwatch/domain/tree'
import type { Exception, SummaryMachine } from './summary-machines.ts'
import type { Summary } from './summary-query.ts'

/** Sums over the machines that are in a unit or below it now. */
export interface UnitSums {
  readonly machines: number
  readonly running: number
  /** Scheduled time of their excessive stops, seconds, and the number of these stops. */
  readonly excessiveS: number
  readonly stops: number
}

/** Unit of a summary: its figures over the period, times in seconds. */
export interface SummaryUnit extends UnitSums {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  readonly offlineS: number
}

/** Row of the table: a unit, or a machine with the unit that it is in. `depth` 0 is directly under the requested unit. */
export type SummaryRow =
  | { readonly kind: 'unit'; readonly depth: number; readonly unit: SummaryUnit; readonly isFolded: boolean }
  | { readonly kind: 'machine'; readonly depth: number; readonly machine: SummaryMachine; readonly unit: SummaryUnit }

const add = (a: UnitSums, b: UnitSums): UnitSums => ({
  machines: a.machines + b.machines,
  running: a.running + b.running,
  excessiveS: a.excessiveS + b.excessiveS,
  stops: a.stops + b.stops,
})

const none: UnitSums = { machines: 0, running: 0, excessiveS: 0, stops: 0 }

const sumsOf = ({ isArchived, status, excessiveS, stops }: SummaryMachine): UnitSums => ({
  machines: isArchived ? 0 : 1,
  running: !isArchived && status === RUNNING ? 1 : 0,
  excessiveS,
  stops,
})

/**
 * Returns the units of a summary, the requested one first. Hours are those of the answer, which count machines while they were
 * in the unit; numbers of machines and stops are sums over `machines`.
 */
export function unitsOf(summary: Summary, machines: readonly SummaryMachine[]): SummaryUnit[] {
  const tree = treeOf(summary.units.map(({ id, parent_id: parentId }) => ({ id, parentId, timeZone: null })))
  const byUnit = Map.groupBy(machines, (machine) => machine.parentId)
  const values = new Map([...byUnit].map(([id, inUnit]) => [id, inUnit.map(sumsOf)]))
  const sums = sumUpTree(tree, summary.units[0]?.id ?? 0, values, add, none)
  return summary.units.map((unit) => ({
    ...(sums.get(unit.id) ?? none),
    id: unit.id,
    name: unit.name,
    parentId: unit.parent_id,
    utilPct: unit.util_pct,
    runS: unit.run_secs,
    scheduledS: unit.scheduled_s,
    offlineS: unit.offline_scheduled_s,
  }))
}

/** Orders of the table: units with their machines, or all machines, the lowest utilization first. */
export const summarySorts = ['tree', 'worst'] as const

interface RowChoices {
  readonly exception: Exception | undefined
  /** Text that the name of a machine or of its unit contains, in any case. */
  readonly search: string
  readonly sort: (typeof summarySorts)[number]
  /** Units whose machines and units are hidden. */
  readonly folded: ReadonlySet<number>
}

/**
 * Returns the rows of the table below the requested unit, which is the first of `units`: each unit, then its machines, then the
 * units below it; `worst` lists machines only. With a filter, units without a machine that matches are left out. Excluded
 * machines and those without scheduled time are the last of the worst.
 */
export function summaryRows(
  units: readonly SummaryUnit[],
  machines: readonly SummaryMachine[],
  { exception, search, sort, folded }: RowChoices,
): SummaryRow[] {
  const unitsById = new Map(units.map((unit) => [unit.id, unit]))
  const wanted = search.trim().toLocaleLowerCase()
  const isShown = (machine: SummaryMachine): boolean => {
    if (exception !== undefined && !machine.exceptions.has(exception)) return false
    const names = [machine.name, unitsById.get(machine.parentId)?.name ?? '']
    return wanted === '' || names.some((name) => name.toLocaleLowerCase().includes(wanted))
  }
  const shown = machines.filter(isShown)
  if (sort === 'worst')
    return shown.toSorted(byUtilization).flatMap((machine) => {
      const unit = unitsById.get(machine.parentId)
      return unit === undefined ? [] : [{ kind: 'machine', depth: 0, machine, unit }]
    })
  return inTree({ units, machines: shown, folded, keepsEmpty: exception === undefined && wanted === '' })
}

const rankOf = ({ isExcluded, utilPct }: SummaryMachine): number =>
  isExcluded ? Number.POSITIVE_INFINITY : (utilPct ?? Number.MAX_VALUE)

const byUtilization = (a: SummaryMachine, b: SummaryMachine): number => {
  const [first, second] = [rankOf(a), rankOf(b)]
  return first === second ? 0 : first < second ? -1 : 1
}

interface InTree {
  readonly units: readonly SummaryUnit[]
  readonly machines: readonly SummaryMachine[]
  readonly folded: ReadonlySet<number>
  /** True when units without machines are listed too. */
  readonly keepsEmpty: boolean
}

function inTree({ units, machines, folded, keepsEmpty }: InTree): SummaryRow[] {
  const machinesByUnit = Map.groupBy(machines, (machine) => machine.parentId)
  const children = Map.groupBy(units, (unit) => unit.parentId)
  const below = (unit: SummaryUnit, depth: number): SummaryRow[] => [
    ...(machinesByUnit.get(unit.id) ?? []).map((machine): SummaryRow => ({ kind: 'machine', depth, machine, unit })),
    ...(children.get(unit.id) ?? []).flatMap((child): SummaryRow[] => {
      const rows = below(child, depth + 1)
      if (rows.length === 0 && !keepsEmpty) return []
      const isFolded = folded.has(child.id)
      return [{ kind: 'unit', depth, unit: child, isFolded }, ...(isFolded ? [] : rows)]
    }),
  ]
  const [root] = units
  return root === undefined ? [] : below(root, 0)
}
