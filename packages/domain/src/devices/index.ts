export { type Allowance, type Bucket, DEFAULT_ALLOWANCE, spendAllowance } from './allowance.ts'
export { assignmentAt, type Tenure } from './assignment.ts'
export { type AnalogConfig, analogValue, type DeviceSettingsFrom, rawAnalog } from './settings.ts'
