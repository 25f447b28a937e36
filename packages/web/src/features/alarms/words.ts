import { type AlarmArgs, notifyText } from '@millwatch/domain/alarms'
import { count, duration, NONE, oneDecimal, quantity } from '../../lib/format.ts'
import { temperature, temperatureUnit } from '../../lib/measures.ts'
import type { AlarmGroup, AlarmTrip, ListedAlarm } from './queries.ts'

/** Reason why somebody gets no text messages (specification 2, section 5). */
export const NO_PHONE = 'No phone # setup - go to your Settings page'
/** Reason why a colleague gets no text messages. */
export const NO_PHONE_OF_OTHER = 'No phone # setup'

/** Reason why nobody gets text messages. */
export const NO_SMS = 'No text messages: this installation has no SMS service'

/** Names of device outputs, in their order. */
export const outputNames = ['24v', '120v'] as const
export type OutputName = (typeof outputNames)[number]

/** Returns the outputs that an alarm switches. */
export const outputsOf = (config: ListedAlarm['device_output_config']): readonly OutputName[] =>
  outputNames.filter((name) => config[name] === true)

/** Texts of the states of outputs while an alarm is tripped. */
const outputStates: Readonly<Record<string, string>> = { asked: 'asked', done: 'on', not_reached: 'not reached' }

/**
 * Returns the state of the outputs of a tripped alarm: `on`, `asked`, `not reached`; undefined while it is not tripped,
 * and for an alarm without outputs.
 */
export function outputState({ tripped, AlarmHistory }: ListedAlarm): string | undefined {
  const state = AlarmHistory[0]?.output_state
  return tripped && state != null ? (outputStates[state] ?? state) : undefined
}

/** Returns how often an alarm notifies people: `every 4 h, on clear`. */
export const noticesOf = ({ config }: ListedAlarm): string => notifyText(config.reassert_m, config.notify_on_clear)

interface Named {
  readonly first_name: string
  readonly last_name: string
  /** Email address, for admins only. */
  readonly username?: string
  readonly email?: string
}

/** Returns the name of a person; without one the email address, if the reader may see it. */
export const personName = (person: Named): string =>
  `${person.first_name} ${person.last_name}`.trim() || (person.username ?? person.email ?? 'somebody without a name')

/** Returns the channels of a group in words: `3 people: 3 by email, 1 by text message`. */
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

/** Headings of the figure of a trip by alarm type. */
const figures: Readonly<Record<number, string>> = {
  1: 'Cycles',
  2: 'Scheduled downtime',
  3: 'Force',
  4: 'Without contact',
  8: 'Value',
  9: 'Utilization',
  10: 'Utilization',
}

/** Returns the heading of the figure that tripped alarms of a type. */
export const figureName = (typeId: number): string => figures[typeId] ?? 'Figure'

/** Returns the value of a telemetry alarm in the unit of its quantity, temperatures in that of the company. */
function valueText(amount: number, args: Readonly<AlarmArgs> | ListedAlarm['args']): string {
  if (args.what === 'temperature') return `${quantity(temperature(amount))} ${temperatureUnit()}`
  return args.what === 'cycle_time' ? `${quantity(amount)} s` : quantity(amount)
}

/** Returns the figure that tripped an alarm, with its unit; a dash for a trip without one. */
export function figureOf(typeId: number, { value, args }: Pick<AlarmTrip, 'value' | 'args'>): string {
  if (value === null) return NONE
  const { amount } = value
  if (typeId === 2 || typeId === 4) return duration(amount)
  if (typeId === 8) return valueText(amount, args)
  if (typeId === 9 || typeId === 10) return `${oneDecimal(amount)} %`
  return quantity(amount)
}

/** Texts of trips that notified nobody, with the reason. */
export const kindWords: Readonly<Partial<Record<AlarmTrip['kind'], readonly [words: string, reason: string]>>> = {
  late: ['late', 'It was over when it became known, so nobody was notified'],
  withdrawn: ['withdrawn', 'Late data show that there was no trip'],
}
