import { type Tree, timeZoneOf } from '@millwatch/domain/tree'
import type { EquipmentRow, OrgUnitRow } from './queries.ts'

export function presentOrgUnitRow(unit: OrgUnitRow, tree: Tree<OrgUnitRow>) {
  return {
    id: unit.id,
    name: unit.name,
    org_unit_type_id: unit.typeId,
    active: unit.active,
    parent_id: unit.parentId,
    timezone: unit.timeZone,
    actual_timezone: timeZoneOf(tree, unit.id),
  }
}

export function presentEquipmentRow(machine: EquipmentRow) {
  const { equipment_id: id, name, active, parent_org_unit_id } = machine
  return { id, name, active, parent_org_unit_id }
}
