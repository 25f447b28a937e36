import type { MachineChange } from '@millwatch/domain/facts'
import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { allEquipment, allEquipmentEver, allUnits, allUnitsEver } from './queries.ts'

/** Returns by machine id the time zone that each machine of the company inherits now; removed machines are left out. */
export async function zonesOfMachines(ctx: Ctx): Promise<Map<number, string>> {
  const tree = treeOf(await allUnits(ctx))
  const machines = await allEquipment(ctx)
  return new Map(machines.map((machine) => [machine.equipmentId, timeZoneOf(tree, machine.parentOrgUnitId)]))
}

/**
 * Returns the time zone of each machine that the company ever had, by machine id; of a removed one that of its last unit, also if
 * that was removed.
 */
export async function zonesOfMachinesEver(ctx: Ctx): Promise<Map<number, string>> {
  const tree = treeOf(await allUnitsEver(ctx))
  const machines = await allEquipmentEver(ctx)
  return new Map(machines.map((machine) => [machine.equipmentId, timeZoneOf(tree, machine.parentOrgUnitId)]))
}

/**
 * Returns a change as of `now` (epoch ms) for each machine whose time zone in `after` differs from that in `before` (both by
 * machine id), or which is in `moved` and may inherit another schedule. Changes nothing.
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
