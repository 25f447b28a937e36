export {
  changeSettings,
  defaultEquipmentSettings,
  type EquipmentSettings,
  type SettingsFrom,
  settingsAt,
} from './settings.ts'
export { offeredTimeZones } from './time-zones.ts'
export { ancestorsOf, DEFAULT_TIME_ZONE, subtreeOf, type Tree, type TreeUnit, timeZoneOf, treeOf } from './tree.ts'
