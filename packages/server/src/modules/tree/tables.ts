import type { EquipmentSettings, machinePlace, machineSettings } from '@millwatch/domain/tree'
import type { ColumnType, Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface OrgUnitTable {
  company_id: Id
  org_unit_id: Generated<Id>
  parent_id: Id | null
  org_unit_type_id: number
  name: string
  timezone: string | null
  target_pct: ColumnType<number | null, number | null | undefined, number | null>
  active: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Ms
  removed_at: Ms | null
}

export interface EquipmentTable {
  company_id: Id
  equipment_id: Generated<Id>
  parent_org_unit_id: Id
  name: string
  active: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Ms
  removed_at: Ms | null
  category_id: Id | null
  manufacturer_id: Id | null
  model_id: Id | null
}

export interface CategoryTable {
  company_id: Id
  category_id: Generated<Id>
  name: string
  created_at: Ms
}

export interface ManufacturerTable {
  company_id: Id
  manufacturer_id: Generated<Id>
  name: string
  created_at: Ms
}

export interface ModelTable {
  company_id: Id
  model_id: Generated<Id>
  manufacturer_id: Id | null
  number: string
  created_at: Ms
}

type SettingRows = typeof machinePlace & typeof machineSettings

/** Columns with the settings of a machine, one for each row of `machineSettings`. */
export type SettingColumns = {
  [Name in keyof SettingRows as SettingRows[Name]['column']]: EquipmentSettings[Name]
}

export interface EquipmentSettingTable extends SettingColumns {
  company_id: Id
  equipment_id: Id
  valid_from: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    org_unit: OrgUnitTable
    equipment: EquipmentTable
    category: CategoryTable
    manufacturer: ManufacturerTable
    model: ModelTable
    equipment_setting: EquipmentSettingTable
  }
}
