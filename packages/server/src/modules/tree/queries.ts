import type { UnitWithTarget } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRows } from '../../platform/db/statements.ts'

/** Row of a unit in the company tree; `parentId` null: it is the root. `timeZone` or `targetPct` null: inherited. */
export interface OrgUnitRow extends UnitWithTarget {
  readonly typeId: number
  readonly name: string
  readonly active: boolean
}

const unitColumns = `org_unit_id as id, parent_id as "parentId", timezone as "timeZone", target_pct as "targetPct", org_unit_type_id as "typeId", name, active`

/**
 * Returns all units of the company, removed ones too, each with its last parent, ordered by id. Figures of the past need the
 * removed ones. Within one snapshot, later calls return the result of the first.
 */
export async function allUnitsEver(ctx: Ctx): Promise<readonly (OrgUnitRow & { readonly removed: boolean })[]> {
  const statement = {
    name: 'tree.all_units_ever',
    text: `select ${unitColumns}, removed_at is not null as removed from org_unit where company_id = $1 order by org_unit_id`,
  }
  return ctx.tx.once(statement.name, () => ctx.tx.prepared(statement, [ctx.companyId]))
}

/** Returns all units of the company, inactive ones too, without removed ones, ordered by id; reads as `allUnitsEver` does. */
export async function allUnits(ctx: Ctx): Promise<readonly OrgUnitRow[]> {
  const units = await allUnitsEver(ctx)
  return units.filter(({ removed }) => !removed)
}

export const findOrgUnit = companyRead<OrgUnitRow, OrgUnitRow | undefined, [id: number]>(
  'tree.org_unit',
  `select ${unitColumns} from org_unit where company_id = $1 and org_unit_id = $2 and removed_at is null`,
  (rows) => rows[0],
)

/**
 * Row of a machine with its present unit, category, manufacturer and model (null: none). Queries leave out removed machines
 * unless the name of the function contains `Ever`.
 */
export interface EquipmentRow {
  readonly equipmentId: number
  readonly parentOrgUnitId: number
  readonly name: string
  /** True: in use. False: archived. */
  readonly active: boolean
  readonly categoryId: number | null
  readonly manufacturerId: number | null
  readonly modelId: number | null
}

const equipmentColumns = 'equipment_id, parent_org_unit_id, name, active, category_id, manufacturer_id, model_id'

/** Returns all machines of the company by id, archived ones too, without removed ones. */
export const allEquipment = companyRows<EquipmentRow>(
  'tree.all_equipment',
  `select ${equipmentColumns} from equipment where company_id = $1 and removed_at is null order by equipment_id`,
)

/** Returns all machines that the company ever had by id, archived and removed ones too. */
export const allEquipmentEver = companyRows<EquipmentRow>(
  'tree.all_equipment_ever',
  `select ${equipmentColumns} from equipment where company_id = $1 order by equipment_id`,
)

/** Returns the number of machines of the company, archived ones too, without removed ones. */
export const countEquipment = companyRead<{ count: number }, number>(
  'tree.count_equipment',
  'select count(*) as count from equipment where company_id = $1 and removed_at is null',
  ([row]) => row?.count ?? 0,
)

/** Returns machines by their ids, archived ones too, in no order; omits unknown and removed ones. */
export const equipmentByIds = companyRows<EquipmentRow, [ids: readonly number[]]>(
  'tree.equipment_by_ids',
  `select ${equipmentColumns} from equipment
        where company_id = $1 and equipment_id = any($2::bigint[]) and removed_at is null`,
)

/**
 * Returns the machines, archived ones too, that are directly in one of these units now, in no order; not those of units
 * below.
 */
export const equipmentOfUnits = companyRows<EquipmentRow, [unitIds: readonly number[]]>(
  'tree.equipment_of_units',
  `select ${equipmentColumns} from equipment
        where company_id = $1 and parent_org_unit_id = any($2::bigint[]) and removed_at is null`,
)

/** Returns the ids of all machines that were directly in one of these units at any time, removed machines included, ascending. */
export const equipmentEverAtUnits = companyRead<{ equipmentId: number }, number[], [unitIds: readonly number[]]>(
  'tree.equipment_ever_at_units',
  `select distinct equipment_id from equipment_setting
        where company_id = $1 and parent_org_unit_id = any($2::bigint[]) order by equipment_id`,
  (rows) => rows.map((row) => row.equipmentId),
)

/** Returns machines by their ids, removed ones included, in no order; omits unknown ones. */
export const equipmentEverByIds = companyRows<EquipmentRow & { readonly removed: boolean }, [ids: readonly number[]]>(
  'tree.equipment_ever_by_ids',
  `select ${equipmentColumns}, removed_at is not null as removed from equipment
        where company_id = $1 and equipment_id = any($2::bigint[])`,
)
