export { type Allowance, type AllowanceState, DEFAULT_ALLOWANCE, spendAllowance } from './allowance.ts'
export { type AnalogConfig, analogValue, rawAnalog } from './analog.ts'
export { assignmentAt, type Tenure } from './assignment.ts'
export {
  type ByteAllowances,
  type ByteBuckets,
  DEFAULT_BYTE_ALLOWANCES,
  returnAllowance,
  type SpentBytes,
  spendBytes,
} from './byte-allowance.ts'
export { clockSkewOf, isClockSkew } from './clock-skew.ts'
export { CONTACT_LIMIT_MS, type Connected, type Contact, connectedIntervals } from './communication.ts'
export { deviceName, deviceWords } from './device-name.ts'
export {
  type DeviceSetting,
  type DeviceSettingName,
  type DeviceSettingsFrom,
  type DeviceSettingValues,
  defaultDeviceSettings,
  deviceSettingNames,
  deviceSettings,
  type KeptDeviceValues,
  keptDeviceSettings,
  presentDeviceSettings,
} from './device-settings.ts'
export { type FirmwareSupport, firmwareSupport, MINIMUM_POLL_INTERVAL_S } from './firmware.ts'
export {
  type FormInput,
  formOfSetup,
  formWith,
  freeInput,
  type InputForm,
  type InputName,
  setupOfForm,
  templateOfSetup,
} from './input-form.ts'
export {
  DEFAULT_FILTER_MS,
  INPUT_LABELS,
  INPUTS,
  type InputExpression,
  type InputFilter,
  type InputLevels,
  type InputSetup,
  PULSED,
  type SetupPart,
} from './input-setup.ts'
export { contactOfMachine } from './machine-contact.ts'
export {
  DEFAULT_QUARANTINE_QUOTA,
  fitInQuarantine,
  junkLeftByRetention,
  MAX_RAW_BYTES,
  type PerDeviceAndCompany,
  QUARANTINE_KEPT_MS,
  type QuarantineBytes,
  quarantineBytes,
} from './quarantine-room.ts'
export {
  type InputPlan,
  type InputTerm,
  type InputTerms,
  type ReadSetup,
  readInputSetup,
  type SetupKind,
} from './read-setup.ts'
export { type DeviceRole, type DeviceRoleRequest, roleWhenChanged, roleWhenPut } from './role.ts'
export { type ClockDoubt, type ClockEvidence, serverClockDoubt } from './server-clock.ts'
export { INPUT_TEMPLATES } from './templates.ts'
export { normalUuid } from './uuid.ts'
