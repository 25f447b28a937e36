import { findAlarmType, readArgs } from '@millwatch/domain/alarms'
import { limitIn, limitOf } from '@millwatch/domain/company'
import { temperatureUnit } from '../../lib/measures.ts'
import type { AlarmTypeFacts, ListedAlarm } from './queries.ts'
import type { OutputName } from './words.ts'

/** Units of the repeat of a notice, in minutes (specification 2, section 9). */
export const repeatUnits = { minutes: 1, hours: 60, days: 1440 } as const
export type RepeatUnit = keyof typeof repeatUnits
/** Minutes from one notice to the next, at most: 366 days. */
const MOST_MINUTES = 527_040

/** Value of an argument in the editor; a blank text: nothing is entered. Numbers are kept as they were typed. */
export type DraftValue = string | boolean

/** Work on a part that belongs to maintenance, as typed. */
export interface PlannedPart {
  /** Null: no part is chosen yet; the row is left out. */
  readonly partId: number | null
  readonly action: ListedAlarm['config']['critical_parts'][number]['action']
  readonly qty: string
}

/** Entries of the editor of an alarm. */
export interface AlarmDraft {
  readonly machineId: number | undefined
  readonly typeId: number | undefined
  readonly args: Readonly<Record<string, DraftValue>>
  readonly isRepeated: boolean
  readonly repeatValue: string
  readonly repeatUnit: RepeatUnit
  readonly notifyOnClear: boolean
  readonly outputs: readonly OutputName[]
  /** Parts of maintenance. */
  readonly parts: readonly PlannedPart[]
  /** Channels by which the person who creates the alarm is subscribed. */
  readonly sms: boolean
  readonly email: boolean
}

/** Entries of a new alarm, on a machine if one is given. */
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

/** Type of alarms whose limit is in the unit of the value that it watches. */
const TELEMETRY = 8

/** Returns true if an argument is a limit of temperature, which people enter in the unit of their company. */
const isTemperature = (typeId: number | undefined, name: string, args: Readonly<Record<string, unknown>>): boolean =>
  typeId === TELEMETRY && name === 'value' && args.what === 'temperature'

/** Units of time as words of a sentence. */
const unitWords: Readonly<Record<string, string>> = { m: 'minutes', h: 'hours' }

/** Returns true if the limit of an alarm is one of the analog input, whose unit depends on the machine. */
export const isOfAnalogInput = ({ typeId, args }: Pick<AlarmDraft, 'typeId' | 'args'>): boolean =>
  typeId === TELEMETRY && args.what === 'analog'

/** Returns the unit behind the field of an argument; undefined: none. `analogUnit`: that of the machine's analog input. */
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

/** Returns minutes as a number of the largest unit that divides them. */
export function repeatOf(minutes: number): Pick<AlarmDraft, 'repeatValue' | 'repeatUnit'> {
  const units = Object.keys(repeatUnits) as RepeatUnit[]
  const repeatUnit = units.findLast((unit) => minutes % repeatUnits[unit] === 0) ?? 'minutes'
  return { repeatValue: String(minutes / repeatUnits[repeatUnit]), repeatUnit }
}

/** Returns the entries of an alarm that exists. */
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

/** Argument of an alarm type. */
export type Argument = AlarmTypeFacts['args_template'][string]

/** Returns the arguments of a type in the order of its template. Their descriptions name the unit of the company for °C. */
export const argumentsOf = (type: Pick<AlarmTypeFacts, 'args_template'>): [string, Argument][] =>
  Object.entries(type.args_template)
    .map(([name, argument]): [string, Argument] => [
      name,
      { ...argument, description: argument.description.replace('°C', temperatureUnit()) },
    ])
    .sort(([, a], [, b]) => a.order - b.order)

/** Returns the values with which the arguments of a new alarm of a type begin; one without a default is blank. */
export const defaultsOf = (type: Pick<AlarmTypeFacts, 'args_template'>): AlarmDraft['args'] =>
  Object.fromEntries(
    argumentsOf(type).map(([name, argument]) => [
      name,
      argument.type === 'checkbox' ? argument.default === true : entered(argument.default),
    ]),
  )

/** Returns the arguments as the API takes them: temperatures in °C, a blank number as null. */
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

/** Returns a label as words in a sentence: `For at least` as `for at least`. */
export const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

const isText = ({ type }: Argument): boolean => type === 'textarea' || type === 'other'

/** Returns true if an argument that must be filled has no value or only spaces. Texts may be blank; a checkbox is never missing. */
export const isMissing = (argument: Argument, value: DraftValue = ''): boolean =>
  !isText(argument) && argument.type !== 'checkbox' && String(value).trim() === ''

/** Returns the reason why the arguments cannot be stored, which names the first that is missing; undefined: they can. */
export function argumentsFault(type: AlarmTypeFacts, args: AlarmDraft['args']): string | undefined {
  const missing = argumentsOf(type).find(([name, argument]) => isMissing(argument, args[name]))
  if (missing !== undefined) return `${missing[1].label} is missing`
  const rule = findAlarmType(type.id)
  return rule && readArgs(rule, argsFor(type, args)).faults?.[0]?.text
}

/** Returns the repeat of the notices in minutes; null: one notice. */
export const reassertOf = ({ isRepeated, repeatValue, repeatUnit }: AlarmDraft): number | null =>
  isRepeated ? Number(repeatValue) * repeatUnits[repeatUnit] : null

function repeatFault(draft: AlarmDraft): string | undefined {
  if (!draft.isRepeated) return undefined
  if (draft.repeatValue.trim() === '') return 'The time between notices is missing'
  const minutes = reassertOf(draft) ?? 0
  if (!Number.isInteger(minutes) || minutes < 1) return 'The time between notices is a whole number of minutes'
  return minutes > MOST_MINUTES ? 'The time between notices is at most 366 days' : undefined
}

/** Returns the number of parts that was typed; undefined: it is not a whole number from 1 to 1,000,000. */
export function partQty({ qty }: Pick<PlannedPart, 'qty'>): number | undefined {
  const value = /^\d{1,7}$/.test(qty.trim()) ? Number(qty) : 0
  return value >= 1 && value <= 1_000_000 ? value : undefined
}

const partsFault = ({ parts }: AlarmDraft): string | undefined =>
  parts.some((part) => part.partId !== null && partQty(part) === undefined)
    ? 'The quantity of a part is a whole number from 1 to 1,000,000'
    : undefined

/** Returns the reason why an alarm cannot be saved, which names the first thing that is missing; undefined: it can. */
export function alarmFault(draft: AlarmDraft, type: AlarmTypeFacts | undefined): string | undefined {
  if (draft.machineId === undefined) return 'Equipment is missing'
  if (type === undefined) return 'Alarm type is missing'
  return (
    argumentsFault(type, draft.args) ??
    (type.config.reassert_enabled ? repeatFault(draft) : undefined) ??
    (type.pm_enabled ? partsFault(draft) : undefined)
  )
}

/** Returns the parts as the API takes them; rows without a part are left out. */
const partsFor = ({ parts }: AlarmDraft) =>
  parts.flatMap(({ partId, action, qty }) =>
    partId === null ? [] : [{ id: partId, action, qty: partQty({ qty }) ?? 1 }],
  )

/** Returns the part of a request that is the same for a new and a changed alarm. */
export const termsFor = (draft: AlarmDraft, type: AlarmTypeFacts, hasOutputs: boolean) => ({
  args: argsFor(type, draft.args),
  reassert_m: type.config.reassert_enabled ? reassertOf(draft) : null,
  notify_on_clear: hasClearNotice(type) && draft.notifyOnClear,
  ...(type.pm_enabled ? { critical_parts: partsFor(draft) } : {}),
  ...(hasOutputs && type.config.device_outputs.trippable
    ? { device_output_config: Object.fromEntries(draft.outputs.map((name) => [name, true])) }
    : {}),
})

/** Returns true if people can be notified when an alarm of this type clears. */
export const hasClearNotice = ({ trippable, pm_enabled }: AlarmTypeFacts): boolean => trippable && !pm_enabled
