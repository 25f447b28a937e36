export {
  type MachineSetting,
  type MachineSettingName,
  type MachineSettingValues,
  machinePlace,
  machineSettingNames,
  machineSettings,
  type NumberSetting,
  type SettingEffect,
} from './machine-settings.ts'
export { byNaturalOrder, groupNameOf, isSameGroup } from './names.ts'
export { isOfferedOn, type OfferLimits, type PlacedMachine } from './offered.ts'
export { fieldFault, fieldText, numberOfField, valueOfWire, wireValue } from './setting-values.ts'
export {
  type ActivityFrom,
  changeSettings,
  defaultEquipmentSettings,
  type EquipmentSettings,
  equipmentSettings,
  rangesWhere,
  type SettingsFrom,
  settingsAt,
} from './settings.ts'
export { sumUpTree } from './sum-up-tree.ts'
export { DEFAULT_TARGET_PCT, TARGET_LIMITS, targetPctOf, type UnitWithTarget } from './target.ts'
export { offeredTimeZones } from './time-zones.ts'
export {
  ancestorsOf,
  DEFAULT_TIME_ZONE,
  mayHaveChildren,
  subtreeOf,
  type Tree,
  type TreeUnit,
  timeZoneOf,
  treeOf,
} from './tree.ts'
