import { type Schedule, type ScheduleInForce, scheduleInForce } from '@millwatch/domain/schedules'
import type { Tree } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import type { OrgUnitRow } from '../tree/index.ts'
import { schedulesOfMachines, schedulesOfUnits } from './queries.ts'

/** A machine with the unit it belongs to, from which it may inherit a schedule. */
export interface Placed {
  readonly equipmentId: number
  readonly parentId: number
}

/** Returns the schedule in force of each machine, by machine id, with the unit from which it is inherited. */
export async function schedulesInForce(
  ctx: Ctx,
  tree: Tree<OrgUnitRow>,
  machines: readonly Placed[],
): Promise<Map<number, ScheduleInForce<OrgUnitRow>>> {
  const units = await schedulesOfUnits(ctx)
  const ofMachines = await schedulesOfMachines(
    ctx,
    machines.map((machine) => machine.equipmentId),
  )
  return new Map(machines.map((machine) => [machine.equipmentId, ofMachine(tree, units, ofMachines, machine)]))
}

/** Returns the schedule in force of a unit, with the unit from which it is inherited. */
export async function scheduleOfUnit(
  ctx: Ctx,
  tree: Tree<OrgUnitRow>,
  unitId: number,
): Promise<ScheduleInForce<OrgUnitRow>> {
  return scheduleInForce(tree, await schedulesOfUnits(ctx), { unitId })
}

export function ofMachine(
  tree: Tree<OrgUnitRow>,
  units: ReadonlyMap<number, Schedule>,
  ofMachines: ReadonlyMap<number, Schedule>,
  { equipmentId, parentId }: Placed,
): ScheduleInForce<OrgUnitRow> {
  return scheduleInForce(tree, units, { parentId, own: ofMachines.get(equipmentId) })
}

/** Source of the schedule in force: null for a schedule of its own, or else the unit above. */
export interface ScheduleSources {
  readonly ofUnit: (unitId: number) => OrgUnitRow | null
  readonly ofMachine: (machine: Placed) => OrgUnitRow | null
}

/** Returns the sources of schedules for these machines and any unit of the tree. Reads each table once. */
export async function scheduleSources(
  ctx: Ctx,
  tree: Tree<OrgUnitRow>,
  equipmentIds: readonly number[],
): Promise<ScheduleSources> {
  const units = await schedulesOfUnits(ctx)
  const ofMachines = await schedulesOfMachines(ctx, equipmentIds)
  return {
    ofUnit: (unitId) => scheduleInForce(tree, units, { unitId }).source,
    ofMachine: (machine) => ofMachine(tree, units, ofMachines, machine).source,
  }
}
