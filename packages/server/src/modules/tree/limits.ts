import { ancestorsOf, type OfferLimits, type PlacedMachine, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { allUnits, type EquipmentRow, equipmentByIds } from './queries.ts'
import { equipmentLists } from './queries-lists.ts'

/** Returns machines, in the given order, with the units above each of them as of now. */
export async function placedMachines(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
): Promise<(EquipmentRow & PlacedMachine)[]> {
  const tree = treeOf(await allUnits(ctx))
  return machines.map((machine) => {
    const { parentOrgUnitId: parentId } = machine
    return { ...machine, orgUnitIds: new Set([parentId, ...ancestorsOf(tree, parentId).map((unit) => unit.id)]) }
  })
}

/**
 * Throws 404 if a list of `after` contains an id that the same list of `before` does not contain and that the company does not
 * have. Units and machines that were removed since they were named may stay.
 */
export async function requireListed(ctx: Ctx, after: OfferLimits, before: OfferLimits = {}): Promise<void> {
  const added = (list: keyof OfferLimits) => after[list]?.filter((id) => before[list]?.includes(id) !== true) ?? []
  const requireAll = (ids: readonly number[], existing: { has: (id: number) => boolean }) => {
    if (!ids.every((id) => existing.has(id))) throw new NotFound()
  }
  const units = added('orgUnitIds')
  if (units.length > 0) requireAll(units, new Set((await allUnits(ctx)).map((unit) => unit.id)))
  const machines = added('equipmentIds')
  if (machines.length > 0)
    requireAll(machines, new Set((await equipmentByIds(ctx, machines)).map((machine) => machine.equipmentId)))
  const [categories, manufacturers, models] = [added('categoryIds'), added('manufacturerIds'), added('modelIds')]
  if (categories.length + manufacturers.length + models.length === 0) return
  const lists = await equipmentLists(ctx)
  requireAll(categories, lists.categories)
  requireAll(manufacturers, lists.manufacturers)
  requireAll(models, lists.models)
}
