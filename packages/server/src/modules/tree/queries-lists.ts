import type { Ctx } from '../../platform/ctx.ts'
import { companyRows } from '../../platform/db/statements.ts'

/** Category or manufacturer of machines. */
export interface Named {
  readonly id: number
  readonly name: string
}

export interface EquipmentModelRow {
  readonly id: number
  readonly number: string
  readonly manufacturerId: number | null
}

/** Lists of all categories, manufacturers and models of a company, each by id. */
export interface EquipmentLists {
  readonly categories: ReadonlyMap<number, Named>
  readonly manufacturers: ReadonlyMap<number, Named>
  readonly models: ReadonlyMap<number, EquipmentModelRow>
}

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

export const allCategories = companyRows<Named>(
  'tree.categories',
  'select category_id as id, name from category where company_id = $1 order by category_id',
)

export const allManufacturers = companyRows<Named>(
  'tree.manufacturers',
  'select manufacturer_id as id, name from manufacturer where company_id = $1 order by manufacturer_id',
)

export const allModels = companyRows<EquipmentModelRow>(
  'tree.models',
  'select model_id as id, number, manufacturer_id from model where company_id = $1 order by model_id',
)

export async function equipmentLists(ctx: Ctx): Promise<EquipmentLists> {
  return {
    categories: byId(await allCategories(ctx)),
    manufacturers: byId(await allManufacturers(ctx)),
    models: byId(await allModels(ctx)),
  }
}
