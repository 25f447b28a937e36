import { type DateStyle, dateInMail, dateNumberOf, MINUTE_MS, timeInMail } from '../time/index.ts'
import { roundedPct } from '../utilization/index.ts'
import type { AlarmArgs, AlarmTypeId, SettingsContext } from './alarm-type.ts'
import { alarmTypeOf } from './alarm-types.ts'
import { numberArg, textArg } from './args.ts'
import type { TripValue } from './rule.ts'
import { settingsText } from './settings-text.ts'
import { amountText, counted, minutesText, numberText, quantityName, withUnit } from './words.ts'

/** Data of a message to a person about a trip. Instants are epoch ms. */
export interface MessageRequest {
  readonly about: 'tripped' | 'repeat' | 'cleared'
  readonly typeId: AlarmTypeId
  readonly args: AlarmArgs
  readonly context: SettingsContext
  /** Name of the machine. */
  readonly machine: string
  /** Names of the units above the machine, from below the company's root. */
  readonly units: readonly string[]
  readonly trip: { readonly trippedAt: number; readonly clearedAt: number | null; readonly value: TripValue }
  /** Minutes from one notice to the next; null: once. */
  readonly reassertMin: number | null
  /** IANA zone of the machine. */
  readonly zone: string
  /** Way in which the person reads dates. */
  readonly style: DateStyle
  /** Instant at which the message is written. */
  readonly now: number
}

/**
 * Message as plain text: the subject of a mail and the lines of its body. A text message has the same title and as many lines as
 * fit.
 */
export interface AlarmMessage {
  readonly title: string
  readonly lines: readonly string[]
}

/**
 * Returns the message about a new trip (`tripped`), a trip that still stands (`repeat`) or the end of a trip (`cleared`), as
 * plain text in English. A line about notes or repeats is present only if there are any, and never in a message about the end of
 * a trip.
 */
export function messageOf(request: MessageRequest): AlarmMessage {
  const { about, machine, trip, typeId, args, context } = request
  if (about === 'cleared') {
    const { name } = alarmTypeOf(typeId)
    const text = settingsText(typeId, args, context)
    const clearedAt = trip.clearedAt ?? request.now
    const lasted = minutesText(wholeMinutes(clearedAt - trip.trippedAt))
    return {
      title: `${machine}: ${name.toLowerCase().replace(/^pm /, 'PM ')} cleared`,
      lines: [
        `${text}.`,
        `Tripped at ${instantText(request, trip.trippedAt)}, for ${lasted}.`,
        placeText(request, clearedAt),
      ],
    }
  }
  const still = `Still tripped after ${minutesText(wholeMinutes(request.now - trip.trippedAt))}.`
  const again = againText(request)
  return {
    title: `${machine}: ${figureText(request)}`,
    lines: [
      conditionText(request),
      ...(about === 'repeat' ? [still] : []),
      placeText(request, trip.trippedAt),
      ...(again === null ? [] : [again]),
      ...notesOf(args),
    ],
  }
}

const wholeMinutes = (ms: number): number => Math.floor(ms / MINUTE_MS)

function againText({ typeId, reassertMin }: MessageRequest): string | null {
  if (reassertMin === null) return null
  const until = alarmTypeOf(typeId).pmEnabled ? 'maintenance is completed' : 'it clears'
  return `Sent again every ${minutesText(reassertMin)} until ${until}.`
}

/** Returns a list with the notes of preventative maintenance; an empty list if there are no notes. */
const notesOf = ({ notes }: AlarmArgs): string[] => (typeof notes === 'string' && notes !== '' ? [notes] : [])

const placeText = ({ units, zone, style }: MessageRequest, at: number): string =>
  [...(units.length === 0 ? [] : [units.join(' / ')]), dateInMail(at, zone, style)].join(', ')

/** Returns the local time of an instant as text, with its date if that is another local day than the day of `now`. */
function instantText({ zone, style, now }: MessageRequest, at: number): string {
  const isToday = dateNumberOf(at, zone) === dateNumberOf(now, zone)
  return isToday ? timeInMail(at, zone, style) : dateInMail(at, zone, style)
}

const sinceText = (request: MessageRequest, at: number): string => `since ${instantText(request, at)}`

const pctText = (amount: number, args: AlarmArgs): string => `${roundedPct(amount, 1, numberArg(args, 'below'))} %`

/** Returns the figure that tripped the alarm as text, for the title of the message: `temperature 62.4 °C`. */
function figureText({ typeId, args, context, trip: { value } }: MessageRequest): string {
  const { amount } = value
  switch (typeId) {
    case 1:
      return `${counted(amount, 'cycle')} in the last hour`
    case 2:
      return `excessive downtime, ${minutesText(wholeMinutes(amount))}`
    case 3:
      return `impact of ${numberText(amount)}`
    case 4:
      return `offline for ${minutesText(wholeMinutes(amount))}`
    case 5:
      return `maintenance after ${counted(amount, 'cycle')}`
    case 6:
      return `maintenance after ${counted(numberArg(args, 'runtime_hours'), 'hour')} of running`
    case 7:
      return `maintenance after ${settingsText(7, args, context).replace('Every ', '')}`
    case 8:
      return `${quantityName(args).toLowerCase()} ${withUnit(amount, args, context)}`
    case 9:
      return `utilization ${pctText(amount, args)}`
    case 10:
      return `utilization ${pctText(amount, args)} in the shift`
  }
}

/** Returns the line that says what the alarm watches and since when: `Above 62 °C since 4:15 PM, for 5 m.` */
function conditionText(request: MessageRequest): string {
  const { typeId, args, context, trip } = request
  const since = sinceText(request, trip.value.since)
  switch (typeId) {
    case 2:
      return `Down ${since}, ${settingsText(2, args, context).toLowerCase()}.`
    case 4:
      return `No contact ${since}.`
    case 5:
    case 6:
    case 7:
      return `${settingsText(typeId, args, context)}, counted ${since}.`
    case 8: {
      const limit = withUnit(numberArg(args, 'value'), args, context)
      const minutes = numberArg(args, 'minutes')
      const direction = textArg(args, 'direction') === 'above' ? 'Above' : 'Below'
      return `${direction} ${limit} ${since}${minutes === 0 ? '' : `, for ${minutesText(minutes)}`}.`
    }
    case 9:
      return `Below ${amountText(numberArg(args, 'below'), '%')} over ${numberText(numberArg(args, 'hours'))} h, ${since}.`
    case 10:
      return `Below ${amountText(numberArg(args, 'below'), '%')} in the shift ${since}.`
    default:
      return `${settingsText(typeId, args, context)}, ${since}.`
  }
}
