import { isOfferedOn } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { type EquipmentRow, getEquipment, placedMachines } from '../tree/index.ts'
import { partsInOrder } from './in-order.ts'
import { type PartRow, partsByIds, partsInUse } from './queries.ts'

/** Returns the parts in use that are set up for at least one of these machines, by number in natural order. */
export async function partsOnMachines(ctx: Ctx, machines: readonly EquipmentRow[]): Promise<PartRow[]> {
  const placed = await placedMachines(ctx, machines)
  const parts = await partsInUse(ctx)
  return partsInOrder(parts.filter((part) => placed.some((machine) => isOfferedOn(part, machine))))
}

/** Returns the parts in use that are set up for a machine, by number in natural order; 404 for an unknown machine. */
export async function partsOfMachine(ctx: Ctx, equipmentId: number): Promise<PartRow[]> {
  return partsOnMachines(ctx, [await getEquipment(ctx, equipmentId)])
}

/**
 * Throws unless each of these parts is in use and set up for the machine: 404 for an unknown part or machine, 409 for a removed
 * part and for one that is not set up for the machine. Does nothing without parts.
 */
export async function requirePartsOn(ctx: Ctx, equipmentId: number, partIds: readonly number[]): Promise<void> {
  const ids = [...new Set(partIds)]
  if (ids.length === 0) return
  const parts = await partsByIds(ctx, ids)
  if (parts.length < ids.length) throw new NotFound()
  if (parts.some((part) => part.deletedAt !== null)) throw new Conflict('part_removed')
  const [machine] = await placedMachines(ctx, [await getEquipment(ctx, equipmentId)])
  if (machine === undefined || !parts.every((part) => isOfferedOn(part, machine)))
    throw new Conflict('part_not_used_here')
}
