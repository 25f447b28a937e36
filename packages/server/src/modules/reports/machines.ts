import { subtreeOf, type Tree, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import {
  allUnits,
  type EquipmentRow,
  equipmentOfUnits,
  getEquipment,
  inNaturalOrder,
  type OrgUnitRow,
} from '../tree/index.ts'

/** Machines that a report covers, and the present tree of the company. */
export interface MachinesUnder {
  readonly machines: readonly EquipmentRow[]
  readonly tree: Tree<OrgUnitRow>
  /** True: the report covers one machine by its id; absent: the machines of a unit. */
  readonly asksOne?: true
}

export async function oneMachine(ctx: Ctx, id: number): Promise<MachinesUnder> {
  return { machines: [await getEquipment(ctx, id)], tree: treeOf(await allUnits(ctx)), asksOne: true }
}

/**
 * Returns the machines that are in a unit or below it now, archived ones too, in natural order, with the present tree
 * of the company; 404 for an unknown unit.
 */
export async function machinesUnder(ctx: Ctx, unitId: number): Promise<MachinesUnder> {
  const tree = treeOf(await allUnits(ctx))
  const unitIds = subtreeOf(tree, unitId).map((unit) => unit.id)
  if (unitIds.length === 0) throw new NotFound()
  return { tree, machines: inNaturalOrder(await equipmentOfUnits(ctx, unitIds), (machine) => machine.equipmentId) }
}

export const idsOf = (machines: readonly EquipmentRow[]): number[] => machines.map((machine) => machine.equipmentId)
