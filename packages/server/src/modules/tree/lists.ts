import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { allow } from '../../platform/policy.ts'
import { requireName } from './names.ts'
import type { EquipmentRow } from './queries.ts'
import { type EquipmentLists, type EquipmentModelRow, equipmentLists, type Named } from './queries-lists.ts'
import type { EquipmentColumns } from './store.ts'
import { insertModel, insertName, type NameList } from './store-lists.ts'

/**
 * Returns the action that adds a name to a list, with audit entry and fact, or returns the existing one of that name without
 * storing anything. 400 `name_blank` for a blank name.
 */
const creatorOf =
  (list: NameList) =>
  async (ctx: Ctx, typed: string): Promise<Named> => {
    const name = requireName(typed)
    const { id, made } = await insertName(ctx, list, name)
    if (made) {
      await recordAudit(ctx, { operation: `${list}.create`, subject: `${list}/${id}`, after: { name } })
      await stateFact(ctx, { kind: 'list.changed' })
    }
    return { id, name }
  }

export const createCategory = creatorOf('category')
export const createManufacturer = creatorOf('manufacturer')

/**
 * Adds a model with audit entry and fact, or returns the existing one of that manufacturer (null: none) and number. 404 for an
 * unknown manufacturer, 400 `name_blank` for a blank number.
 */
export async function createModel(
  ctx: Ctx,
  typed: { number: string; manufacturerId: number | null },
): Promise<EquipmentModelRow> {
  const number = requireName(typed.number)
  const { manufacturerId } = typed
  if (manufacturerId !== null && !(await equipmentLists(ctx)).manufacturers.has(manufacturerId)) throw new NotFound()
  const { id, made } = await insertModel(ctx, { number, manufacturerId })
  const after = { number, manufacturerId }
  if (made) {
    await recordAudit(ctx, { operation: 'model.create', subject: `model/${id}`, after })
    await stateFact(ctx, { kind: 'list.changed' })
  }
  return { id, number, manufacturerId }
}

/** Category, manufacturer and model that a machine is to have; null removes one, an absent field does not change. */
export interface ListedAs {
  readonly categoryId?: number | null | undefined
  readonly manufacturerId?: number | null | undefined
  readonly modelId?: number | null | undefined
  /** Number of the model, which is created if the manufacturer has no model with that number. */
  readonly modelNumber?: string | null | undefined
}

/**
 * Returns the columns to store for a change of category, manufacturer and model; only those that differ. A new manufacturer
 * removes the model of the earlier one; a model sets its manufacturer if the request contains none. Creates the model of
 * `modelNumber` if there is none; 403 without the right to create models, even if there is one. 404 for an unknown id, 400 for a
 * model of another manufacturer or a blank number.
 */
export async function listedAs(ctx: Ctx, machine: EquipmentRow, requested: ListedAs): Promise<EquipmentColumns> {
  if (Object.values(requested).every((value) => value === undefined)) return {}
  const lists = await equipmentLists(ctx)
  if (requested.categoryId && !lists.categories.has(requested.categoryId)) throw new NotFound()
  if (requested.manufacturerId && !lists.manufacturers.has(requested.manufacturerId)) throw new NotFound()
  const model = await modelOf(ctx, machine, requested, lists)
  const manufacturerId = manufacturerOf(machine, requested, model)
  const columns = {
    categoryId: requested.categoryId === undefined ? machine.categoryId : requested.categoryId,
    manufacturerId,
    modelId: model !== null && model.manufacturerId === manufacturerId ? model.id : null,
  }
  return Object.fromEntries(
    Object.entries(columns).filter(([key, value]) => machine[key as keyof typeof columns] !== value),
  )
}

async function modelOf(
  ctx: Ctx,
  machine: EquipmentRow,
  { modelId, modelNumber, manufacturerId }: ListedAs,
  lists: EquipmentLists,
): Promise<EquipmentModelRow | null> {
  if (modelNumber) {
    const ofManufacturer = manufacturerId === undefined ? machine.manufacturerId : manufacturerId
    // Another right than that to change the machine: an API key may have one of the two.
    allow(ctx.actor, 'model.create')
    return createModel(ctx, { number: modelNumber, manufacturerId: ofManufacturer })
  }
  if (modelNumber !== undefined && modelNumber !== null) throw new Invalid(undefined, 'name_blank')
  if (modelNumber === null || modelId === null) return null
  const id = modelId ?? machine.modelId
  const model = id === null ? null : lists.models.get(id)
  if (model === undefined) throw new NotFound()
  return model
}

function manufacturerOf(
  machine: EquipmentRow,
  { manufacturerId, modelId }: ListedAs,
  model: EquipmentModelRow | null,
): number | null {
  if (modelId && manufacturerId !== undefined && model && model.manufacturerId !== manufacturerId)
    throw new Invalid('body/model_id is a model of another manufacturer')
  if (manufacturerId !== undefined) return manufacturerId
  return modelId && model ? model.manufacturerId : machine.manufacturerId
}
