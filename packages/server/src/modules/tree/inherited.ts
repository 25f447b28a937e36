import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import type { MachineChange } from './machine-change.ts'
import { allEquipment, allUnits } from './queries.ts'

/** The time zone of each machine of the company, as it inherits it now. */
export async function zonesOfMachines(ctx: Ctx): Promise<Map<number, string>> {
  const tree = treeOf(await allUnits(ctx))
  const machines = await allEquipment(ctx)
  return new Map(machines.map((one) => [one.equipment_id, timeZoneOf(tree, one.parent_org_unit_id)]))
}

/**
 * What machines inherit anew from now on: the zone where it is another than before, and the schedule of those whose way to
 * the root is another (`moved`). Shift history ahead is written again for them; the past is not.
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
