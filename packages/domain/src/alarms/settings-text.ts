import type { AlarmArgs, AlarmTypeId, SettingsContext } from './alarm-type.ts'
import { alarmTypeOf } from './alarm-types.ts'
import { numberArg, textArg } from './args.ts'
import { isScheduledOnly } from './scheduled-only.ts'
import { amountText, counted, minutesText, numberText, quantityName, withUnit } from './words.ts'

type Writer = (args: AlarmArgs, context: SettingsContext) => string

/** Functions that write the settings of an alarm in words, by the id of its type. */
const writers: Readonly<Record<AlarmTypeId, Writer>> = {
  1: (args) => `Below ${numberText(numberArg(args, 'cycles'))}${scheduledText(args)}`,
  2: (_, { thresholdMs }) => `From ${minutesText(thresholdMs / 60_000)} on`,
  3: (args) => {
    const force = numberArg(args, 'force')
    return force === 0 ? 'Any impact' : `Force of ${numberText(force)} or more`
  },
  4: (args) => `For ${minutesText(numberArg(args, 'minutes'))}`,
  5: (args) => `Every ${counted(numberArg(args, 'cycle_count'), 'cycle')}`,
  6: (args) => `Every ${counted(numberArg(args, 'runtime_hours'), 'hour')} of running`,
  7: (args) => `Every ${counted(numberArg(args, 'duration'), textArg(args, 'duration_unit').replace(/s$/, ''))}`,
  8: (args, context) => {
    const limit = withUnit(numberArg(args, 'value'), args, context)
    const minutes = numberArg(args, 'minutes')
    return `${quantityName(args)} ${textArg(args, 'direction')} ${limit}${minutes === 0 ? '' : ` for ${minutesText(minutes)}`}`
  },
  9: (args) =>
    `Below ${amountText(numberArg(args, 'below'), '%')} over ${numberText(numberArg(args, 'hours'))} h${scheduledText(args)}`,
  10: (args) => {
    const shift = textArg(args, 'shift')
    const names: Readonly<Record<string, string>> = { 1: ', first shift', 2: ', second shift', 3: ', third shift' }
    return `Below ${amountText(numberArg(args, 'below'), '%')}${names[shift] ?? ''}`
  },
}

const scheduledText = (args: AlarmArgs): string => (isScheduledOnly(args) ? ', only when scheduled' : '')

/**
 * Returns the settings of an alarm in words, for a list: `Temperature above 60 °C for 5 m`, `Below 18, only when scheduled`,
 * `For 10 m`. Notes of preventative maintenance are not in it.
 */
export const settingsText = (typeId: AlarmTypeId, args: AlarmArgs, context: SettingsContext): string =>
  writers[typeId](args, context)

/** Ids of the alarm types whose settings in words need no type name before them. */
const inFull: ReadonlySet<AlarmTypeId> = new Set([5, 6, 7, 8])

/**
 * Returns type and settings of an alarm as one text, for a list without a column of types: `Offline for 10 m`. For maintenance
 * and telemetry the type is left out: `Temperature above 60 °C for 5 m`.
 */
export function alarmText(typeId: AlarmTypeId, args: AlarmArgs, context: SettingsContext): string {
  const text = settingsText(typeId, args, context)
  return inFull.has(typeId) ? text : `${alarmTypeOf(typeId).name} ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** Returns how often an alarm notifies people, in words: `once`, `every 4 h`, `every 30 m, on clear`. */
export function notifyText(reassertMin: number | null, notifyOnClear: boolean): string {
  const often = reassertMin === null ? 'once' : `every ${minutesText(reassertMin)}`
  return notifyOnClear ? `${often}, on clear` : often
}
