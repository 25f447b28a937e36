export { createEquipment, getEquipment } from './equipment.ts'
export type { ChangedPart, MachineChange, MachinesChanged } from './machine-change.ts'
export { inNaturalOrder } from './natural-order.ts'
export {
  allEquipment,
  allUnits,
  type EquipmentRow,
  equipmentByIds,
  equipmentOfUnits,
  findOrgUnit,
  type OrgUnitRow,
} from './queries.ts'
export { treeRoutes } from './routes.ts'
export { settingsOver } from './store-settings.ts'
export { createOrgUnit, getOrgUnit, updateOrgUnit } from './units.ts'
