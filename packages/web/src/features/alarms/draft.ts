import { findAlarmType, readArgs } from '@millwatch/domain/alarms'
import { limitIn, limitOf } from '@millwatch/domain/company'
import { temperatureUnit } from '../../lib/measures.ts'
import { differencesOf } from '../../ui/form/use-draft.ts'
import type { AlarmTypeFacts, ListedAlarm } from './queries.ts'
import type { OutputName } from './words.ts'

/** Number of minutes of each unit in which the time between two notices can be entered. */
export const repeatUnits = { minutes: 1, hours: 60, days: 1440 } as const
export type RepeatUnit = keyof typeof repeatUnits
/** Longest time between two notices in minutes: 366 days. */
const MOST_MINUTES = 527_040

/**
 * Value of an argument in the editor: true or false for a checkbox, else the text as it was typed, also for numbers; empty:
 * nothing is entered.
 */
export type DraftValue = string | boolean

/** Entered row of a part that belongs to maintenance: the part, the action on it, and the quantity as it was typed. */
export interface PlannedPart {
  /** Null: no part is chosen yet; the row is left out. */
  readonly partId: number | null
  readonly action: ListedAlarm['config']['critical_parts'][number]['action']
  readonly qty: string
}

/** Entries of the alarm editor; undefined: not chosen yet. */
export interface AlarmDraft {
  readonly machineId: number | undefined
  readonly typeId: number | undefined
  readonly args: Readonly<Record<string, DraftValue>>
  readonly isRepeated: boolean
  readonly repeatValue: string
  readonly repeatUnit: RepeatUnit
  readonly notifyOnClear: boolean
  readonly outputs: readonly OutputName[]
  /** Work on parts that belongs to a maintenance alarm. */
  readonly parts: readonly PlannedPart[]
  /** Channels by which the person who creates the alarm is subscribed. */
  readonly sms: boolean
  readonly email: boolean
}

/**
 * Returns the entries of a new alarm on the given machine (undefined: none is chosen yet): no type, a single notice, no
 * subscription. The time between notices is preset to 4 hours, for when repeats are switched on.
 */
export const blankDraft = (machineId: number | undefined): AlarmDraft => ({
  machineId,
  typeId: undefined,
  args: {},
  isRepeated: false,
  repeatValue: '4',
  repeatUnit: 'hours',
  notifyOnClear: false,
  outputs: [],
  parts: [],
  sms: false,
  email: false,
})

/** Id of the alarm type Telemetry, whose limit is in the unit of the telemetry value that it watches. */
const TELEMETRY = 8

/**
 * Returns true if the argument `name` is the limit of a telemetry alarm on the temperature; people enter it in the unit of their
 * company.
 */
const isTemperature = (typeId: number | undefined, name: string, args: Readonly<Record<string, unknown>>): boolean =>
  typeId === TELEMETRY && name === 'value' && args.what === 'temperature'

/** Words for the units of time in a sentence, by the unit in the API. */
const unitWords: Readonly<Record<string, string>> = { m: 'minutes', h: 'hours' }

/** Returns true if the alarm is about the analog input, so that the unit of its limit depends on the machine. */
export const isOfAnalogInput = ({ typeId, args }: Pick<AlarmDraft, 'typeId' | 'args'>): boolean =>
  typeId === TELEMETRY && args.what === 'analog'

/**
 * Returns the unit behind the field of an argument; undefined: none. A telemetry limit has the company's unit of temperature,
 * `analogUnit` (of the machine's analog input) or `s` for cycle time; other units come from the argument.
 */
export function unitOf(
  name: string,
  { unit }: Argument,
  draft: Pick<AlarmDraft, 'typeId' | 'args'>,
  analogUnit = '',
): string | undefined {
  if (draft.typeId !== TELEMETRY || name !== 'value') return unitWords[unit ?? ''] ?? (unit || undefined)
  if (isTemperature(draft.typeId, name, draft.args)) return temperatureUnit()
  return isOfAnalogInput(draft) ? analogUnit || undefined : draft.args.what === 'cycle_time' ? 's' : undefined
}

/**
 * Returns a number of minutes as a number of the largest of minutes, hours and days that divides it without a remainder: 120 as 2
 * hours, 90 as 90 minutes.
 */
export function repeatOf(minutes: number): Pick<AlarmDraft, 'repeatValue' | 'repeatUnit'> {
  const units = Object.keys(repeatUnits) as RepeatUnit[]
  const repeatUnit = units.findLast((unit) => minutes % repeatUnits[unit] === 0) ?? 'minutes'
  return { repeatValue: String(minutes / repeatUnits[repeatUnit]), repeatUnit }
}

/**
 * Returns the entries of the editor for a stored alarm: numbers as text, true and false as they are, null as a blank text, and a
 * limit of temperature in the unit of the company. `sms` and `email` are false.
 */
export function draftOf(alarm: ListedAlarm): AlarmDraft {
  const { reassert_m: minutes, notify_on_clear: notifyOnClear } = alarm.config
  const blank = blankDraft(alarm.equipment_id)
  return {
    ...blank,
    typeId: alarm.alarm_type_id,
    args: Object.fromEntries(
      Object.entries(alarm.args).map(([name, value]) => [
        name,
        isTemperature(alarm.alarm_type_id, name, alarm.args) && typeof value === 'number'
          ? entered(limitIn(temperatureUnit(), value))
          : entered(value),
      ]),
    ),
    isRepeated: minutes !== null,
    ...(minutes === null ? {} : repeatOf(minutes)),
    notifyOnClear,
    outputs: (['24v', '120v'] as const).filter((name) => alarm.device_output_config[name] === true),
    parts: alarm.config.critical_parts.map(({ id, action, qty }) => ({ partId: id, action, qty: String(qty) })),
  }
}

const entered = (value: string | number | boolean | null): DraftValue =>
  typeof value === 'boolean' ? value : value === null ? '' : String(value)

/** Argument of an alarm type: its label, kind of field, limits and default. */
export type Argument = AlarmTypeFacts['args_template'][string]

/**
 * Returns the arguments of a type as pairs of name and argument, sorted by their `order`. In descriptions `°C` is replaced by the
 * company's unit of temperature.
 */
export const argumentsOf = (type: Pick<AlarmTypeFacts, 'args_template'>): [string, Argument][] =>
  Object.entries(type.args_template)
    .map(([name, argument]): [string, Argument] => [
      name,
      { ...argument, description: argument.description.replace('°C', temperatureUnit()) },
    ])
    .sort(([, a], [, b]) => a.order - b.order)

/**
 * Returns the values with which the arguments of a new alarm of a type begin, by name. A text without a default is blank, a
 * checkbox without one false.
 */
export const defaultsOf = (type: Pick<AlarmTypeFacts, 'args_template'>): AlarmDraft['args'] =>
  Object.fromEntries(
    argumentsOf(type).map(([name, argument]) => [
      name,
      argument.type === 'checkbox' ? argument.default === true : entered(argument.default),
    ]),
  )

/**
 * Returns the arguments of a type with the entered values as the API takes them: numbers instead of texts, temperatures in °C, a
 * blank number as null, another blank value as an empty text.
 */
export const argsFor = (type: Pick<AlarmTypeFacts, 'id' | 'args_template'>, args: AlarmDraft['args']) =>
  Object.fromEntries(
    argumentsOf(type).map(([name, argument]): [string, string | number | boolean | null] => {
      const value = args[name] ?? ''
      if (argument.type === 'number') {
        const number = value === '' ? null : Number(value)
        return [
          name,
          number !== null && isTemperature(type.id, name, args) ? limitOf(temperatureUnit(), number) : number,
        ]
      }
      return [name, value]
    }),
  )

/** Returns a label with its first letter in lower case, as in the middle of a sentence: `For at least` as `for at least`. */
export const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

const isText = ({ type }: Argument): boolean => type === 'textarea' || type === 'other'

/**
 * Returns true if an argument that must be filled has no value or only spaces. Texts may be blank, and a checkbox is never
 * missing.
 */
export const isMissing = (argument: Argument, value: DraftValue = ''): boolean =>
  !isText(argument) && argument.type !== 'checkbox' && String(value).trim() === ''

/**
 * Returns the reason why the arguments cannot be stored: the first one that is missing, else the first rule of the type that they
 * break. Undefined: they can be stored.
 */
export function argumentsFault(type: AlarmTypeFacts, args: AlarmDraft['args']): string | undefined {
  const missing = argumentsOf(type).find(([name, argument]) => isMissing(argument, args[name]))
  if (missing !== undefined) return `${missing[1].label} is missing`
  const rule = findAlarmType(type.id)
  return rule && readArgs(rule, argsFor(type, args)).faults?.[0]?.text
}

/**
 * Returns the time between two notices in minutes; null: only one notice is sent. A wrong entry is not checked and gives NaN, 0
 * or a fraction.
 */
export const reassertOf = ({ isRepeated, repeatValue, repeatUnit }: AlarmDraft): number | null =>
  isRepeated ? Number(repeatValue) * repeatUnits[repeatUnit] : null

function repeatFault(draft: AlarmDraft): string | undefined {
  if (!draft.isRepeated) return undefined
  if (draft.repeatValue.trim() === '') return 'The time between notices is missing'
  const minutes = reassertOf(draft) ?? 0
  if (!Number.isInteger(minutes) || minutes < 1) return 'The time between notices is a whole number of minutes'
  return minutes > MOST_MINUTES ? 'The time between notices is at most 366 days' : undefined
}

/** Returns the quantity of a part that was typed; undefined if it is not a whole number from 1 to 1,000,000. */
export function partQty({ qty }: Pick<PlannedPart, 'qty'>): number | undefined {
  const value = /^\d{1,7}$/.test(qty.trim()) ? Number(qty) : 0
  return value >= 1 && value <= 1_000_000 ? value : undefined
}

const partsFault = ({ parts }: AlarmDraft): string | undefined =>
  parts.some((part) => part.partId !== null && partQty(part) === undefined)
    ? 'The quantity of a part is a whole number from 1 to 1,000,000'
    : undefined

/**
 * Returns the first reason why an alarm cannot be saved: machine or type is missing, an argument, or, if the type has them, the
 * time between notices or a quantity is missing or wrong. Undefined: it can be saved.
 */
export function alarmFault(draft: AlarmDraft, type: AlarmTypeFacts | undefined): string | undefined {
  if (draft.machineId === undefined) return 'Equipment is missing'
  if (type === undefined) return 'Alarm type is missing'
  return (
    argumentsFault(type, draft.args) ??
    (type.config.reassert_enabled ? repeatFault(draft) : undefined) ??
    (type.pm_enabled ? partsFault(draft) : undefined)
  )
}

/**
 * Returns the planned parts as the API takes them, with the quantity as a number. Rows without a part are left out; a wrong
 * quantity becomes 1.
 */
const partsFor = ({ parts }: AlarmDraft) =>
  parts.flatMap(({ partId, action, qty }) =>
    partId === null ? [] : [{ id: partId, action, qty: partQty({ qty }) ?? 1 }],
  )

/**
 * Returns the fields of a request to create or to change an alarm: arguments, repeat of notices, notice on clear, parts if the
 * type is maintenance, and device outputs if the type can switch them and `hasOutputs` is true.
 */
export const termsFor = (draft: AlarmDraft, type: AlarmTypeFacts, hasOutputs: boolean) => ({
  args: argsFor(type, draft.args),
  reassert_m: type.config.reassert_enabled ? reassertOf(draft) : null,
  notify_on_clear: hasClearNotice(type) && draft.notifyOnClear,
  ...(type.pm_enabled ? { critical_parts: partsFor(draft) } : {}),
  ...(hasOutputs && type.config.device_outputs.trippable
    ? { device_output_config: Object.fromEntries(draft.outputs.map((name) => [name, true])) }
    : {}),
})

/**
 * Returns the fields of a request that changes an alarm from the entries `stored` to those of `draft`: only the fields and the
 * arguments that differ, so that others stay as somebody else may have changed them meanwhile. If the watched telemetry value
 * differs, all arguments are sent, since the limit belongs to that value.
 */
export function changedTerms(stored: AlarmDraft, draft: AlarmDraft, type: AlarmTypeFacts, hasOutputs: boolean) {
  const [before, after] = [termsFor(stored, type, hasOutputs), termsFor(draft, type, hasOutputs)]
  const { args, ...changes } = differencesOf(before, after)
  if (args === undefined) return changes
  const isAll = args.what !== before.args.what
  const sent = Object.entries(args).filter(([name, value]) => isAll || value !== before.args[name])
  return { ...changes, args: Object.fromEntries(sent) }
}

/** Returns true if people can be notified when an alarm of this type clears: the type can trip and is not maintenance. */
export const hasClearNotice = ({ trippable, pm_enabled }: AlarmTypeFacts): boolean => trippable && !pm_enabled
