import type { MachineTile, OrgUnit } from '../../features/tree/types.ts'
import type { Child } from '../../features/utilization/children.ts'

/**
 * Returns the direct children of a unit with their figures: first its machines, then its active units in the order of the tree.
 * Each unit has the list of all machines anywhere under it.
 */
export function childrenOf({ id, children, equipment, readAs }: OrgUnit): Child[] {
  const machineOf = (machine: MachineTile): Child => ({
    place: { kind: 'machine', id: machine.id, name: machine.name, zone: readAs.tz },
    utilPct: machine.util_pct,
    runS: machine.util_s,
    scheduledS: machine.util_s_available,
    excluded: machine.util_excluded,
    machines: [],
  })
  // Each machine belongs to the direct child of this unit that it is under.
  const under = new Map<number, Child[]>()
  for (const machine of equipment) {
    const at = machine.ancestors.findIndex((unit) => unit.id === id)
    const unit = at > 0 ? machine.ancestors[at - 1]?.id : undefined
    if (unit === undefined) continue
    const siblings = under.get(unit)
    if (siblings === undefined) under.set(unit, [machineOf(machine)])
    else siblings.push(machineOf(machine))
  }
  return [
    ...equipment.filter((machine) => machine.parent_org_unit_id === id).map(machineOf),
    ...children
      .filter((child) => child.active)
      .map((child) => ({
        place: { kind: 'unit' as const, id: child.id, name: child.name, zone: readAs.tz },
        utilPct: child.util_pct,
        runS: child.run_secs,
        scheduledS: child.scheduled_secs,
        excluded: false,
        machines: under.get(child.id) ?? [],
      })),
  ]
}
