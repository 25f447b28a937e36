import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import type { MachineChange } from './machine-change.ts'
import { allEquipment, allUnits } from './queries.ts'

/** Returns the time zone that each machine of the company inherits now. */
export async function zonesOfMachines(ctx: Ctx): Promise<Map<number, string>> {
  const tree = treeOf(await allUnits(ctx))
  const machines = await allEquipment(ctx)
  return new Map(machines.map((machine) => [machine.equipmentId, timeZoneOf(tree, machine.parentOrgUnitId)]))
}

/**
 * Returns the changes of machines that inherit something else from now on: a changed time zone, or the schedule of
 * machines with a changed path to the root (`moved`). Their future shift history is then written again; the past stays.
 */
export function inheritedChanges(
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
  now: number,
  moved: Iterable<number> = [],
): MachineChange[] {
  const rehung = new Set(moved)
  return [...after].flatMap(([equipmentId, zone]) => {
    const parts: MachineChange['parts'] = [
      ...(before.get(equipmentId) === zone ? [] : (['zone'] as const)),
      ...(rehung.has(equipmentId) ? (['schedule'] as const) : []),
    ]
    return parts.length === 0 ? [] : [{ equipmentId, from: now, parts }]
  })
}
