import type { TemperatureUnit } from '../company/index.ts'

/** Ids of the alarm types. They are stored with alarms and never change. */
export type AlarmTypeId = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10

/** Value of an argument: a number, a text (also the value of a select), or true and false for a checkbox. */
export type AlarmArg = string | number | boolean

/** Arguments of an alarm by their name in the template of its type, complete and checked (`readArgs`). */
export type AlarmArgs = Readonly<Record<string, AlarmArg>>

interface Argument {
  readonly label: string
  /** Position in the form, ascending. */
  readonly order: number
  /** Short text below the field; absent: the label says enough. */
  readonly description?: string
  /** Text in an empty field. */
  readonly placeholder?: string
}

/**
 * Argument with a number from `min` to `max`, both included, that is a multiple of `step`, counted from 0. `step` is 1
 * or 1/n (0.1, 0.001); others do not work. A blank value becomes `default`, or is a fault if there is none.
 */
export interface NumberArgument extends Argument {
  readonly type: 'number'
  readonly min: number
  readonly max: number
  readonly step: number
  /** Unit behind the number, such as `m`. Absent: no unit, or one that another argument decides. */
  readonly unit?: string
  readonly default?: number
}

interface CheckboxArgument extends Argument {
  readonly type: 'checkbox'
  readonly default: boolean
}

interface SelectArgument extends Argument {
  readonly type: 'select'
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly default?: string
}

/** Argument with a text of at most `maxLength` characters, which may be empty. `other` is drawn as a text field of one line. */
interface TextArgument extends Argument {
  readonly type: 'textarea' | 'other'
  readonly maxLength: number
  readonly default: string
}

export type ArgumentTemplate = NumberArgument | CheckboxArgument | SelectArgument | TextArgument

/**
 * Limit of an alarm type: the argument that holds it, the arguments on which the compared amount depends, and the side on which
 * an amount is beyond the limit.
 */
export interface ComparedLimit {
  /** Name of the argument that is the limit. */
  readonly arg: string
  /** Names of the arguments on which the compared amount depends; the limit itself is not among them. */
  readonly reads: readonly string[]
  /** Side on which an amount is beyond the limit. `direction`: the argument `direction` of the alarm names the side. */
  readonly beyond: 'above' | 'below' | 'direction'
}

/** Alarm type as data, without code: its id, name, description, arguments, limit, and the features that its alarms offer. */
export interface AlarmType {
  readonly id: AlarmTypeId
  readonly name: string
  readonly description: string
  readonly argsTemplate: Readonly<Record<string, ArgumentTemplate>>
  /**
   * Limit that an amount is compared with at every instant or event. Absent for types without one: excessive downtime and
   * preventative maintenance.
   */
  readonly limit?: ComparedLimit
  /** True: an alarm of preventative maintenance, which admins manage and people complete. */
  readonly pmEnabled: boolean
  /** True: a trip lasts until it clears. False: it is over at the instant at which it trips. */
  readonly trippable: boolean
  /** True: an alarm of this type may switch outputs of the device while it is tripped. */
  readonly outputs: boolean
  /** True: notices may be repeated until the trip clears or is acknowledged. */
  readonly repeats: boolean
}

/**
 * Facts that are needed, beside the arguments of an alarm, to write its settings in words: the downtime threshold, and the units
 * of the analog input and of temperatures.
 */
export interface SettingsContext {
  /** Threshold of excessive downtime of the machine (ms). */
  readonly thresholdMs: number
  /** Unit of the machine's analog input; null: none. */
  readonly analogUnit: string | null
  /** Unit in which the company reads temperatures; absent: °C. Arguments and values are in °C. */
  readonly temperatureUnit?: TemperatureUnit
}
