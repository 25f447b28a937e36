import type { AlarmArgs, AlarmTypeId, SettingsContext } from './alarm-type.ts'
import { alarmTypeOf } from './alarm-types.ts'
import { numberArg, textArg } from './args.ts'
import type { TripValue } from './rule.ts'
import { alarmText } from './settings-text.ts'
import { quantityName, withUnit } from './words.ts'

/** State of a machine that has tripped an alarm: its text, and the instant (epoch ms) at which it began. */
export interface TrippedState {
  readonly text: string
  readonly since: number
}

interface TrippedAlarm {
  readonly typeId: AlarmTypeId
  readonly args: AlarmArgs
  readonly context: SettingsContext
  readonly trippedAt: number
  /** Null: the figures of the trip are not stored. */
  readonly value: TripValue | null
}

/**
 * Returns the state that tripped an alarm, with its true beginning: `Temperature above 62 °C`, `Offline`, `Excessive downtime`.
 * The alarm trips some time later, and that delay is a setting, not a part of the state. For other types, and for a trip without
 * figures, it returns `alarmText` and the instant of the trip.
 */
export function trippedState({ typeId, args, context, trippedAt, value }: TrippedAlarm): TrippedState {
  const atTrip = { text: alarmText(typeId, args, context), since: trippedAt }
  if (value === null) return atTrip
  const { since } = value
  switch (typeId) {
    case 2:
    case 4:
      return { text: alarmTypeOf(typeId).name, since }
    case 8:
      return {
        text: `${quantityName(args)} ${textArg(args, 'direction')} ${withUnit(numberArg(args, 'value'), args, context)}`,
        since,
      }
    default:
      return atTrip
  }
}
