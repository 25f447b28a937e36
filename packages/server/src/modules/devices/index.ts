export { configOf } from './commands.ts'
export { createDevice } from './create-device.ts'
export type { Attached, DevicesDeps } from './deps.ts'
export { releaseDevices } from './place-device.ts'
export {
  type Assignment,
  assignmentsOfDevices,
  assignmentsOfMachine,
  type DeviceOnMachine,
  devicesOnMachines,
  primariesOfMachines,
} from './queries.ts'
export { devicesByIds } from './queries-devices.ts'
export { deviceSettingsOver } from './queries-settings.ts'
export { devicesRoutes } from './routes.ts'
export { shareDevices } from './store.ts'
