export { devicesModule } from './calls.ts'
export {
  COMMANDS_CHANNEL,
  noteConfigConfirmed,
  noteConfigSent,
  notifyOutputs,
} from './commands.ts'
export { createDevice } from './create-device.ts'
export { configOf } from './present-config.ts'
export {
  type Assignment,
  assignmentsOfDevices,
  assignmentsOfMachine,
  type DeviceOnMachine,
  devicesOnMachines,
} from './queries.ts'
export { devicesByIds, findDeviceByUuid } from './queries-devices.ts'
export { loadPrimaries } from './queries-primaries.ts'
export { shown } from './shown.ts'
export { shareDevices } from './store.ts'
export { configDeliveries } from './store-configs.ts'
export { type DirectoryDevice, findDevices, insertDevice, updateDevice } from './store-directory.ts'
export { allFirmware } from './store-directory-firmware.ts'
export { deviceSettingsOver } from './store-settings.ts'
export { devicesSubscriber } from './subscribe.ts'
export type * from './tables.ts'
