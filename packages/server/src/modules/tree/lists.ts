import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { allow } from '../../platform/policy.ts'
import { demandName } from './names.ts'
import type { EquipmentRow } from './queries.ts'
import { type EquipmentLists, type EquipmentModelRow, equipmentLists, type Named } from './queries-lists.ts'
import type { EquipmentColumns } from './store.ts'
import { insertCategory, insertManufacturer, insertModel } from './store-lists.ts'

/** Adds a category; one of that name that is there is the answer. */
export async function createCategory(ctx: Ctx, typed: string): Promise<Named> {
  allow(ctx.actor, 'category.create')
  const name = demandName(typed)
  const { id, made } = await insertCategory(ctx, name)
  if (made) await recordAudit(ctx, { operation: 'category.create', subject: `category/${id}`, after: { name } })
  return { id, name }
}

/** Adds a manufacturer; one of that name that is there is the answer. */
export async function createManufacturer(ctx: Ctx, typed: string): Promise<Named> {
  allow(ctx.actor, 'manufacturer.create')
  const name = demandName(typed)
  const { id, made } = await insertManufacturer(ctx, name)
  if (made) await recordAudit(ctx, { operation: 'manufacturer.create', subject: `manufacturer/${id}`, after: { name } })
  return { id, name }
}

/** Adds a model; one of that manufacturer and number that is there is the answer. */
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
  if (made) await recordAudit(ctx, { operation: 'model.create', subject: `model/${id}`, after })
  return { id, number, manufacturer_id: manufacturerId }
}

/** What a machine is said to be; null takes it away, what is left out stays. */
export interface ListedAs {
  readonly category_id?: number | null | undefined
  readonly manufacturer_id?: number | null | undefined
  readonly model_id?: number | null | undefined
  /** The model by its number, made where the manufacturer has none of it. */
  readonly model_number?: string | null | undefined
}

/**
 * The columns a change of lists comes to. Another manufacturer takes away a model of the earlier one; a model brings its
 * manufacturer with it where none is named.
 */
export async function listedAs(ctx: Ctx, machine: EquipmentRow, asked: ListedAs): Promise<EquipmentColumns> {
  if (Object.values(asked).every((value) => value === undefined)) return {}
  const lists = await equipmentLists(ctx)
  if (asked.category_id && !lists.categories.has(asked.category_id)) throw new NotFound()
  if (asked.manufacturer_id && !lists.manufacturers.has(asked.manufacturer_id)) throw new NotFound()
  const model = await modelOf(ctx, machine, asked, lists)
  const manufacturer_id = manufacturerOf(machine, asked, model)
  const columns = {
    category_id: asked.category_id === undefined ? machine.category_id : asked.category_id,
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
