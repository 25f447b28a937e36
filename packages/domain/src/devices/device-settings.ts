import { type AnalogConfig, rawAnalog } from './analog.ts'
import { MOST_NAME_CHARACTERS } from './device-name.ts'

interface Setting {
  /** Name in requests. */
  readonly wire: string
  /** Name in answers. */
  readonly answer: string
  /** Name on the screen, in the form and in the audit log. */
  readonly label: string
}

/** Setting of a device of which only the present value is kept, in a column of `device`. */
interface PresentSetting extends Setting {
  readonly column: string
}

/** Setting of a device whose values are kept over time, each from an instant on, in columns of `device_setting`. */
interface KeptDeviceSetting extends Setting {
  /** Column, or columns by the parts of the value. */
  readonly column: string | Readonly<Record<string, string>>
  /** Part of the data of the machine that a change of the setting affects (`ChangedPart`). */
  readonly effect: 'input_setup' | 'analog'
  /** Code of the error for a change that is dated back to an earlier instant; absent: changes may be dated back. */
  readonly backwards?: 'input_setup_not_backwards'
}

interface ChoiceSetting extends PresentSetting {
  readonly kind: 'choice'
  /** Values with their text on the screen. */
  readonly choices: Readonly<Record<number, string>>
}

/** Setting with a duration in seconds, or null for none. */
interface SecondsSetting extends PresentSetting {
  readonly kind: 'seconds'
  readonly minimum: number
  readonly maximum: number
}

/** Setting with a text that people type, or null for none. */
interface TextSetting extends PresentSetting {
  readonly kind: 'text'
  /** Longest text, in characters. */
  readonly maximum: number
}

interface SetupSetting extends KeptDeviceSetting {
  readonly kind: 'setup'
  readonly default: null
}

interface AnalogSetting extends KeptDeviceSetting {
  readonly kind: 'analog'
  readonly default: AnalogConfig
}

export type DeviceSetting = TextSetting | ChoiceSetting | SecondsSetting | SetupSetting | AnalogSetting

/**
 * Settings of a device that admins change, each by one row. Columns, requests, answers, fields of the form, audit texts and
 * effects derive from these rows.
 */
export const deviceSettings = {
  name: {
    kind: 'text',
    column: 'name',
    wire: 'name',
    answer: 'name',
    label: 'Name',
    maximum: MOST_NAME_CHARACTERS,
  },
  /** 1: the device sends its own status or cycles; 2: its input set-up decides the status. */
  deviceTypeId: {
    kind: 'choice',
    column: 'device_type_id',
    wire: 'deviceTypeId',
    answer: 'device_type_id',
    label: 'Type',
    choices: { 1: '1: sends its own status or cycles', 2: '2: configurable, by its inputs' },
  },
  /** Time between readings; null: the device decides. The server refuses less than 30 s with an error of its own. */
  pollIntervalS: {
    kind: 'seconds',
    column: 'poll_interval_s',
    wire: 'pollInterval',
    answer: 'poll_interval_s',
    label: 'Telemetry data rate',
    minimum: -86_400,
    maximum: 86_400,
  },
  inputSetup: {
    kind: 'setup',
    column: 'input_setup',
    wire: 'inputSetup',
    answer: 'input_setup',
    label: 'Input set-up',
    default: null,
    effect: 'input_setup',
    backwards: 'input_setup_not_backwards',
  },
  analog: {
    kind: 'analog',
    column: { unit: 'analog_unit', scale: 'analog_scale', offset: 'analog_offset' },
    wire: 'analog_in_1_config',
    answer: 'analog_in_1_config',
    label: 'Analog input',
    default: rawAnalog,
    effect: 'analog',
  },
} as const satisfies Readonly<Record<string, DeviceSetting>>

type Rows = typeof deviceSettings
export type DeviceSettingName = keyof Rows

interface ValueOfKind {
  readonly text: string | null
  readonly seconds: number | null
  /** Input set-up in the shape of the specification; null: none. */
  readonly setup: Readonly<Record<string, unknown>> | null
  readonly analog: AnalogConfig
}

/** Value of each setting of a device, by the name of the setting. */
export type DeviceSettingValues = {
  readonly [Name in DeviceSettingName]: Rows[Name] extends { readonly choices: infer Choices }
    ? keyof Choices
    : ValueOfKind[Exclude<Rows[Name]['kind'], 'choice'>]
}

export const deviceSettingNames = Object.keys(deviceSettings) as readonly DeviceSettingName[]

type KeptName = { [Name in DeviceSettingName]: Rows[Name] extends KeptDeviceSetting ? Name : never }[DeviceSettingName]

/** Names of the settings of a device whose values are kept over time. */
export const keptDeviceSettings = deviceSettingNames.filter(
  (name): name is KeptName => 'effect' in deviceSettings[name],
)

/** Names of the settings of a device of which only the present value is kept. */
export const presentDeviceSettings = deviceSettingNames.filter(
  (name): name is Exclude<DeviceSettingName, KeptName> => !('effect' in deviceSettings[name]),
)

/** Values, as of one instant, of the settings that are kept over time. */
export type KeptDeviceValues = Pick<DeviceSettingValues, KeptName>

/** Kept settings of a device from an instant (epoch ms) up to the next entry of a list; the first entry of a list is from 0. */
export interface DeviceSettingsFrom extends KeptDeviceValues {
  readonly from: number
}

/** Defaults of the settings that are kept over time. */
export const defaultDeviceSettings = Object.fromEntries(
  keptDeviceSettings.map((name) => [name, deviceSettings[name].default]),
) as KeptDeviceValues
