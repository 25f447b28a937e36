import type { MachineTile } from '../../features/tree/types.ts'

export interface Group {
  unitId: number
  /** Names from below the shown unit down to this one: `Rockford plant / Stamping`. */
  path: string
  machines: MachineTile[]
}

/** Names as people sort them: `Press 2` before `Press 10`. */
export const inOrder = new Intl.Collator('en', { numeric: true })

/** Machines under the unit each stands in; those of `shownId` itself first, then by path in natural order. */
export function groupByUnit(machines: readonly MachineTile[], shownId: number): Group[] {
  const groups = new Map<number, Group>()
  for (const machine of machines) {
    const known = groups.get(machine.parent_org_unit_id)
    if (known !== undefined) known.machines.push(machine)
    else
      groups.set(machine.parent_org_unit_id, {
        unitId: machine.parent_org_unit_id,
        path: pathBelow(machine, shownId),
        machines: [machine],
      })
  }
  return [...groups.values()].toSorted(
    (a, b) => Number(b.unitId === shownId) - Number(a.unitId === shownId) || inOrder.compare(a.path, b.path),
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
