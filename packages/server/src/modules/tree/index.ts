export { createEquipment, getEquipment } from './equipment.ts'
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
export { createOrgUnit, getOrgUnit, updateOrgUnit } from './units.ts'
