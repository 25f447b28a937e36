export {
  type CreatedDevice,
  createDevice,
  type DevicesDeps,
  type DeviceToCreate,
} from './create-device.ts'
export {
  type Assignment,
  assignmentsOfDevices,
  type DeviceOnMachine,
  devicesOnMachines,
  primariesOfMachines,
} from './queries.ts'
export { deviceSettingsOver } from './queries-settings.ts'
export { devicesRoutes } from './routes.ts'
export { normalUuid } from './uuid.ts'
