export { treeModule } from './calls.ts'
export { createEquipment, getEquipment, updateEquipment } from './equipment.ts'
export { zonesOfMachinesEver } from './inherited.ts'
export { placedMachines, requireListed } from './limits.ts'
export { createCategory, createManufacturer } from './lists.ts'
export { requireName } from './names.ts'
export { inNaturalOrder } from './natural-order.ts'
export { presentEquipmentBrief, presentEquipmentRows, presentOrgUnitRow, presentTileSettings } from './present.ts'
export {
  allEquipment,
  allUnits,
  allUnitsEver,
  type EquipmentRow,
  equipmentByIds,
  equipmentEverAtUnits,
  equipmentEverByIds,
  equipmentOfUnits,
  type OrgUnitRow,
} from './queries.ts'
export { type EquipmentLists, equipmentLists } from './queries-lists.ts'
export { activityOver, settingsOver } from './store-settings.ts'
export type * from './tables.ts'
export { createOrgUnit, getOrgUnit, unitTypeId, updateOrgUnit } from './units.ts'
