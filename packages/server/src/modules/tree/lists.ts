import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { allow } from '../../platform/policy.ts'
import { demandName } from './names.ts'
import type { EquipmentRow } from './queries.ts'
import { type EquipmentLists, type EquipmentModelRow, equipmentLists, type Named } from './queries-lists.ts'
import type { EquipmentColumns } from './store.ts'
import { insertCategory, insertManufacturer, insertModel } from './store-lists.ts'

/** Adds a category, or returns the existing one of that name. */
export async function createCategory(ctx: Ctx, typed: string): Promise<Named> {
  allow(ctx.actor, 'category.create')
  const name = demandName(typed)
  const { id, made } = await insertCategory(ctx, name)
  if (made) {
    await recordAudit(ctx, { operation: 'category.create', subject: `category/${id}`, after: { name } })
    await stateFact(ctx, { kind: 'list.changed' })
  }
  return { id, name }
}

/** Adds a manufacturer, or returns the existing one of that name. */
export async function createManufacturer(ctx: Ctx, typed: string): Promise<Named> {
  allow(ctx.actor, 'manufacturer.create')
  const name = demandName(typed)
  const { id, made } = await insertManufacturer(ctx, name)
  if (made) {
    await recordAudit(ctx, { operation: 'manufacturer.create', subject: `manufacturer/${id}`, after: { name } })
    await stateFact(ctx, { kind: 'list.changed' })
  }
  return { id, name }
}

/** Adds a model, or returns the existing one of that manufacturer and number. */
export async function createModel(
  ctx: Ctx,
  typed: { number: string; manufacturerId: number | null },
): Promise<EquipmentModelRow> {
  allow(ctx.actor, 'model.create')
  const number = demandName(typed.number)
  const { manufacturerId } = typed
  if (manufacturerId !== null && !(await equipmentLists(ctx)).manufacturers.has(manufacturerId)) throw new NotFound()
  const { id, made } = await insertModel(ctx, { number, manufacturerId })
  const after = { number, manufacturerId }
  if (made) {
    await recordAudit(ctx, { operation: 'model.create', subject: `model/${id}`, after })
    await stateFact(ctx, { kind: 'list.changed' })
  }
  return { id, number, manufacturer_id: manufacturerId }
}

/** Category, manufacturer and model of a machine; null removes one, an absent field stays. */
export interface ListedAs {
  readonly category_id?: number | null | undefined
  readonly manufacturer_id?: number | null | undefined
  readonly model_id?: number | null | undefined
  /** Number of the model, which is created if the manufacturer has none with it. */
  readonly model_number?: string | null | undefined
}

/**
 * Returns the columns to store for a change of lists. A new manufacturer removes the model of the earlier one. A model
 * sets its manufacturer when none is named.
 */
export async function listedAs(ctx: Ctx, machine: EquipmentRow, requested: ListedAs): Promise<EquipmentColumns> {
  if (Object.values(requested).every((value) => value === undefined)) return {}
  const lists = await equipmentLists(ctx)
  if (requested.category_id && !lists.categories.has(requested.category_id)) throw new NotFound()
  if (requested.manufacturer_id && !lists.manufacturers.has(requested.manufacturer_id)) throw new NotFound()
  const model = await modelOf(ctx, machine, requested, lists)
  const manufacturer_id = manufacturerOf(machine, requested, model)
  const columns = {
    category_id: requested.category_id === undefined ? machine.category_id : requested.category_id,
    manufacturer_id,
    model_id: model !== null && model.manufacturer_id === manufacturer_id ? model.id : null,
  }
  return Object.fromEntries(
    Object.entries(columns).filter(([key, value]) => machine[key as keyof typeof columns] !== value),
  )
}

async function modelOf(
  ctx: Ctx,
  machine: EquipmentRow,
  { model_id, model_number, manufacturer_id }: ListedAs,
  lists: EquipmentLists,
): Promise<EquipmentModelRow | null> {
  if (model_number) {
    const manufacturerId = manufacturer_id === undefined ? machine.manufacturer_id : manufacturer_id
    return createModel(ctx, { number: model_number, manufacturerId })
  }
  if (model_number !== undefined && model_number !== null) throw new Invalid(undefined, 'name_blank')
  if (model_number === null || model_id === null) return null
  const id = model_id ?? machine.model_id
  const model = id === null ? null : lists.models.get(id)
  if (model === undefined) throw new NotFound()
  return model
}

function manufacturerOf(
  machine: EquipmentRow,
  { manufacturer_id, model_id }: ListedAs,
  model: EquipmentModelRow | null,
): number | null {
  if (model_id && manufacturer_id !== undefined && model && model.manufacturer_id !== manufacturer_id)
    throw new Invalid('body/model_id is a model of another manufacturer')
  if (manufacturer_id !== undefined) return manufacturer_id
  return model_id && model ? model.manufacturer_id : machine.manufacturer_id
}
