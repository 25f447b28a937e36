export { devicesModule } from './calls.ts'
export { COMMANDS_CHANNEL, configOf } from './commands.ts'
export { createDevice } from './create-device.ts'
export type { DeviceMoved, DevicesNeeds } from './needs.ts'
export { releaseDevices } from './place-device.ts'
export {
  type Assignment,
  assignmentsOfDevices,
  assignmentsOfMachine,
  type DeviceOnMachine,
  devicesOnMachines,
} from './queries.ts'
export { devicesByIds } from './queries-devices.ts'
export { loadPrimaries } from './queries-primaries.ts'
export { deviceSettingsOver } from './queries-settings.ts'
export { shareDevices } from './store.ts'
export { type DirectoryDevice, findDevices, insertDevice, updateDevice } from './store-directory.ts'
export { allFirmware } from './store-directory-firmware.ts'
export type * from './tables.ts'
