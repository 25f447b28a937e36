import { byNaturalOrder } from '@millwatch/domain/tree'
import type { MachineTile } from '../../features/tree/types.ts'

export interface UnitGroup {
  unitId: number
  /** Names of the units from below the shown unit down to this one: `Rockford plant / Stamping`. */
  path: string
  machines: MachineTile[]
}

/**
 * Returns groups of the machines by the unit that directly contains them: first that of the unit `shownId`, then by path in
 * natural order. Machines of a group stay in their order.
 */
export function groupByUnit(machines: readonly MachineTile[], shownId: number): UnitGroup[] {
  const groups = new Map<number, UnitGroup>()
  for (const machine of machines) {
    const existing = groups.get(machine.parent_org_unit_id)
    if (existing !== undefined) existing.machines.push(machine)
    else
      groups.set(machine.parent_org_unit_id, {
        unitId: machine.parent_org_unit_id,
        path: pathBelow(machine, shownId),
        machines: [machine],
      })
  }
  return [...groups.values()].toSorted(
    (a, b) => Number(b.unitId === shownId) - Number(a.unitId === shownId) || byNaturalOrder(a.path, b.path),
  )
}

function pathBelow(machine: MachineTile, shownId: number): string {
  const end = machine.ancestors.findIndex((unit) => unit.id === shownId)
  const below = end <= 0 ? machine.ancestors.slice(0, 1) : machine.ancestors.slice(0, end)
  return below
    .map((unit) => unit.name)
    .toReversed()
    .join(' / ')
}
