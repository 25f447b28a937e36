import { addUnitSums, NO_UNIT_SUMS, sumsOfMachine, type UnitSums } from '@millwatch/domain/reports'
import { sumUpTree, treeOf } from '@millwatch/domain/tree'
import { searchFor } from '../../lib/search.ts'
import type { Exception, SummaryMachine } from './summary-machines.ts'
import type { Summary } from './summary-query.ts'

/** Unit of a summary with its figures over the period; names that end in `S` are seconds. */
export interface SummaryUnit extends UnitSums {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
  readonly utilPct: number | null
  readonly runS: number
  readonly scheduledS: number
  readonly offlineS: number
}

/**
 * Row of the table: a unit, or a machine with the unit that it is in. `depth` is the level below the requested unit; 0 is
 * directly in it.
 */
export type SummaryRow =
  | { readonly kind: 'unit'; readonly depth: number; readonly unit: SummaryUnit; readonly isFolded: boolean }
  | { readonly kind: 'machine'; readonly depth: number; readonly machine: SummaryMachine; readonly unit: SummaryUnit }

/**
 * Returns the units of a summary in its order, the requested one first. Times and utilization are those of the answer, which
 * count a machine while it was in the unit; numbers of machines and stops are sums over `machines`, where archived ones add only
 * their stops.
 */
export function unitsOf(summary: Summary, machines: readonly SummaryMachine[]): SummaryUnit[] {
  const tree = treeOf(summary.units.map(({ id, parent_id: parentId }) => ({ id, parentId, timeZone: null })))
  const byUnit = Map.groupBy(machines, (machine) => machine.parentId)
  const values = new Map([...byUnit].map(([id, inUnit]) => [id, inUnit.map(sumsOfMachine)]))
  const sums = sumUpTree(tree, summary.units[0]?.id ?? 0, values, addUnitSums, NO_UNIT_SUMS)
  return summary.units.map((unit) => ({
    ...(sums.get(unit.id) ?? NO_UNIT_SUMS),
    id: unit.id,
    name: unit.name,
    parentId: unit.parent_id,
    utilPct: unit.util_pct,
    runS: unit.run_secs,
    scheduledS: unit.scheduled_s,
    offlineS: unit.offline_scheduled_s,
  }))
}

/** Orders of the table. `tree`: units with their machines; `worst`: machines only, the lowest utilization first. */
export const summarySorts = ['tree', 'worst'] as const

interface RowChoices {
  readonly exception: Exception | undefined
  /** Text to search for in the names of a machine and its unit, in upper or lower case; blank: all. */
  readonly search: string
  readonly sort: (typeof summarySorts)[number]
  /** Ids of the units whose machines and subunits are hidden. */
  readonly folded: ReadonlySet<number>
}

/**
 * Returns the rows of the table below the requested unit, which is the first of `units`. `tree`: each unit, then its machines,
 * then the units below it; `worst`: machines only, the lowest utilization first, those without one and then excluded ones last.
 * With an exception or search only matching machines are listed, and units without any are left out.
 */
export function summaryRows(
  units: readonly SummaryUnit[],
  machines: readonly SummaryMachine[],
  { exception, search, sort, folded }: RowChoices,
): SummaryRow[] {
  const unitsById = new Map(units.map((unit) => [unit.id, unit]))
  const isFound = searchFor(search)
  const isShown = (machine: SummaryMachine): boolean => {
    if (exception !== undefined && !machine.exceptions.has(exception)) return false
    return isFound(machine.name, unitsById.get(machine.parentId)?.name)
  }
  const shown = machines.filter(isShown)
  if (sort === 'worst')
    return shown.toSorted(byUtilization).flatMap((machine) => {
      const unit = unitsById.get(machine.parentId)
      return unit === undefined ? [] : [{ kind: 'machine', depth: 0, machine, unit }]
    })
  return inTree({ units, machines: shown, folded, keepsEmpty: exception === undefined && search.trim() === '' })
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
  /** True: units without machines in the list have a row too. */
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
