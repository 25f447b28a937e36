import { beyondOf } from '@millwatch/domain/alarms'
import { WEEK_MS } from '@millwatch/domain/time'
import { dateAndMinute } from '../../lib/dates.ts'
import { counted, duration, oneDecimal, quantity } from '../../lib/format.ts'
import { temperature, temperatureUnit } from '../../lib/measures.ts'
import type { AlarmDraft } from './draft.ts'
import type { LimitReadings } from './draft-queries.ts'

const OFFLINE = 4
/** Time without contact in ms up to which the server stores no communication gap. */
const SILENCE_MS = 300_000

type Limited = Pick<AlarmDraft, 'args'> & { readonly typeId: number }

/** Unit of the machine's analog input (empty: none), and the time zone in which dates are shown. */
interface LimitContext {
  readonly analogUnit: string
  readonly zone: string
}

/** Words for the extreme amount of a period, by the side on which an amount is beyond the limit. */
const extremes = { above: 'highest', below: 'lowest' } as const
const extremesByType: Readonly<Record<number, string>> = { 1: 'fewest', 3: 'greatest', 4: 'longest' }
/** Names of the latest event, by the id of an alarm type that compares events. */
const eventsByType: Readonly<Record<number, string>> = { 3: 'last impact', 10: 'last shift' }
/** Sentences for a week without an amount to compare with, by the id of the alarm type. */
const nothingByType: Readonly<Record<number, string>> = {
  1: 'No hour of the past week counts yet.',
  3: 'No impact in the past week.',
  4: 'The device was never in contact.',
  8: 'The device has sent no such value yet.',
  9: 'The past week has no time in which this counts.',
  10: 'No shift with scheduled time ended in the past week.',
}

/**
 * Returns an amount as text with the unit of its alarm type: cycles, a duration, %, s, or the unit of the analog input. A
 * temperature is converted to the unit of the company.
 */
function amountWords({ typeId, args }: Limited, amount: number, analogUnit: string): string {
  if (typeId === 1) return counted(amount, 'cycle')
  if (typeId === OFFLINE) return duration(amount)
  if (typeId === 9 || typeId === 10) return `${oneDecimal(amount)} %`
  if (typeId !== 8) return quantity(amount)
  if (args.what === 'analog') return `${quantity(amount)} ${analogUnit}`.trim()
  if (args.what === 'cycle_time') return `${quantity(amount)} s`
  return `${quantity(temperature(amount))} ${temperatureUnit()}`
}

/**
 * Returns the amounts that the limit of an alarm is compared with, as a sentence in two parts: `Now 41.2 °C` and `, highest of
 * the past week 58.1 °C.` If the latest amount is older than the answer, its date follows, but not for the alarm type Offline. If
 * less than a week was read, the second part names the beginning. With nothing to compare, the first part is empty and the second
 * says why.
 */
export function limitWords(
  limited: Limited,
  readings: LimitReadings,
  { analogUnit, zone }: LimitContext,
): readonly [now: string, rest: string] {
  const { typeId, args } = limited
  const { latest, extreme, startDate, endDate } = readings
  if (latest === null || extreme === null) return ['', nothingByType[typeId] ?? 'Nothing to compare with yet.']
  const words = (amount: number): string => amountWords(limited, amount, analogUnit)
  const isNow = latest.at === endDate
  const name = eventsByType[typeId] ?? (isNow ? 'now' : 'last')
  const when = isNow ? '' : ` (${dateAndMinute(Date.parse(latest.at), zone)})`
  const now = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${words(latest.amount)}${typeId === OFFLINE ? ' without contact' : when}`
  if (typeId === OFFLINE && extreme.amount <= SILENCE_MS) return [now, ', in the past week never over 5 minutes.']
  const from = Date.parse(startDate)
  const isWhole = Date.parse(endDate) - from >= WEEK_MS
  const period = isWhole ? 'of the past week' : `since ${dateAndMinute(from, zone)}`
  const side = extremesByType[typeId] ?? extremes[beyondOf(typeId as 8, args)]
  return [now, `, ${side} ${period} ${words(extreme.amount)}.`]
}
