import { type AlarmArgs, notifyText } from '@millwatch/domain/alarms'
import { count, duration, NONE, oneDecimal, quantity } from '../../lib/format.ts'
import { temperature, temperatureUnit } from '../../lib/measures.ts'
import type { AlarmGroup, AlarmTrip, ListedAlarm } from './queries.ts'

/** Text shown to a person who cannot get text messages because they have entered no phone number. */
export const NO_PHONE = 'No phone # setup - go to your Settings page'
/** Text for another person who cannot get text messages because they have entered no phone number. */
export const NO_PHONE_OF_OTHER = 'No phone # setup'

/** Text for an installation that has no SMS service, where nobody gets text messages. */
export const NO_SMS = 'No text messages: this installation has no SMS service'

/** Names of the device outputs that an alarm can switch, in the order in which they are shown. */
export const outputNames = ['24v', '120v'] as const
export type OutputName = (typeof outputNames)[number]

/**
 * Returns the names of the outputs that an alarm switches on when it trips, in the order of `outputNames`; an empty list for
 * none.
 */
export const outputsOf = (config: ListedAlarm['device_output_config']): readonly OutputName[] =>
  outputNames.filter((name) => config[name] === true)

/** Words for the states of the outputs of a tripped alarm, by the state in the API. */
const outputStates: Readonly<Record<string, string>> = { asked: 'asked', done: 'on', not_reached: 'not reached' }

/**
 * Returns the state of the outputs of a tripped alarm: `on`, `asked` (the device has not confirmed yet), or `not reached`.
 * Undefined while the alarm is not tripped, and for an alarm without outputs.
 */
export function outputState({ tripped, AlarmHistory }: ListedAlarm): string | undefined {
  const state = AlarmHistory[0]?.output_state
  return tripped && state != null ? (outputStates[state] ?? state) : undefined
}

/** Returns the repeat of an alarm's notices, and if one is sent on clear, as text: `every 4 h, on clear`. */
export const noticesOf = ({ config }: ListedAlarm): string => notifyText(config.reassert_m, config.notify_on_clear)

/**
 * Returns the number of members of a group, and of those with each channel, in words: `3 people: 3 by email, 1 by text message`.
 * A channel without members is left out, `3 people, without a channel` if both are; an empty group is `nobody is in it`.
 */
export function groupWords({ RosterUsers }: Pick<AlarmGroup, 'RosterUsers'>): string {
  if (RosterUsers.length === 0) return 'nobody is in it'
  const many = RosterUsers.length === 1 ? '1 person' : `${count(RosterUsers.length)} people`
  const by = (words: string, number: number) => (number === 0 ? [] : [`${count(number)} by ${words}`])
  const channels = [
    ...by('email', RosterUsers.filter(({ send_email }) => send_email).length),
    ...by('text message', RosterUsers.filter(({ send_sms }) => send_sms).length),
  ]
  return channels.length === 0 ? `${many}, without a channel` : `${many}: ${channels.join(', ')}`
}

/** Headings of the amount that tripped an alarm, by the id of the alarm type. */
const figures: Readonly<Record<number, string>> = {
  1: 'Cycles',
  2: 'Scheduled downtime',
  3: 'Force',
  4: 'Without contact',
  8: 'Value',
  9: 'Utilization',
  10: 'Utilization',
}

/** Returns the heading of the amount that trips alarms of a type; `Figure` for a type without a heading. */
export const figureName = (typeId: number): string => figures[typeId] ?? 'Figure'

/**
 * Returns the amount of a telemetry alarm as text: a temperature in the unit of the company, a cycle time in `s`, any other
 * amount without a unit.
 */
function valueText(amount: number, args: Readonly<AlarmArgs> | ListedAlarm['args']): string {
  if (args.what === 'temperature') return `${quantity(temperature(amount))} ${temperatureUnit()}`
  return args.what === 'cycle_time' ? `${quantity(amount)} s` : quantity(amount)
}

/**
 * Returns the amount that tripped an alarm as text, by the alarm type: a duration, %, a telemetry value with its unit (without
 * one for the analog input), or a plain number. Returns a dash for a trip without an amount.
 */
export function figureOf(typeId: number, { value, args }: Pick<AlarmTrip, 'value' | 'args'>): string {
  if (value === null) return NONE
  const { amount } = value
  if (typeId === 2 || typeId === 4) return duration(amount)
  if (typeId === 8) return valueText(amount, args)
  if (typeId === 9 || typeId === 10) return `${oneDecimal(amount)} %`
  return quantity(amount)
}

/** Word and explanation for trips that were late or withdrawn; trips of other kinds have none. */
export const kindWords: Readonly<Partial<Record<AlarmTrip['kind'], readonly [words: string, reason: string]>>> = {
  late: ['late', 'It was over when it became known, so nobody was notified'],
  withdrawn: ['withdrawn', 'Late data show that there was no trip'],
}
