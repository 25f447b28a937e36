import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/index.ts'
import type { AlarmArgs, AlarmTypeId, SettingsContext } from './alarm-type.ts'
import { numberArg, textArg } from './args.ts'
import type { Trip, TripValue } from './rule.ts'

/** Length (ms) of each unit of maintenance by duration, for example trips only: a month is 30 days. */
const unitMs: Readonly<Record<string, number>> = {
  hours: HOUR_MS,
  days: DAY_MS,
  weeks: 7 * DAY_MS,
  months: 30 * DAY_MS,
}
/** Share of the limit (5 %) by which the amount of an example trip is beyond the limit. */
const BEYOND = 0.05
const SHIFT_MS = 8 * HOUR_MS

/**
 * Returns an example of a trip of an alarm with these arguments at `now` (epoch ms), for the preview of its message. Its amount
 * is at the limit or a little beyond it, and the trip has not cleared.
 */
export function exampleTrip(typeId: AlarmTypeId, args: AlarmArgs, context: SettingsContext, now: number): Trip {
  const { amount, lengthMs } = exampleOf(typeId, args, context)
  const value: TripValue = { amount, since: now - lengthMs }
  return { trippedAt: now, clearedAt: null, value, notifyUntil: null }
}

/** Returns the amount of an example trip in the unit of `TripValue.amount`, and the time (ms) that the amount measures. */
function exampleOf(typeId: AlarmTypeId, args: AlarmArgs, { thresholdMs }: SettingsContext) {
  const numberOf = (name: string) => numberArg(args, name)
  const lasting = (ms: number) => ({ amount: ms, lengthMs: ms })
  switch (typeId) {
    case 1:
      return { amount: numberOf('cycles') - 1, lengthMs: HOUR_MS }
    case 2:
      return lasting(thresholdMs)
    case 3:
      return { amount: numberOf('force') || 1, lengthMs: 0 }
    case 4:
      return lasting(numberOf('minutes') * MINUTE_MS)
    case 5:
      return { amount: numberOf('cycle_count'), lengthMs: 30 * DAY_MS }
    case 6:
      return { amount: numberOf('runtime_hours') * HOUR_MS, lengthMs: 2 * numberOf('runtime_hours') * HOUR_MS }
    case 7:
      return lasting(numberOf('duration') * (unitMs[textArg(args, 'duration_unit')] ?? DAY_MS))
    case 8:
      return {
        amount: beyond(numberOf('value'), textArg(args, 'direction')),
        lengthMs: numberOf('minutes') * MINUTE_MS,
      }
    case 9:
      return { amount: numberOf('below') * (1 - BEYOND), lengthMs: numberOf('hours') * HOUR_MS }
    case 10:
      return { amount: numberOf('below') * (1 - BEYOND), lengthMs: SHIFT_MS }
  }
}

/**
 * Returns a value above a limit (`above`) or below it (any other direction) by 5 % of the limit, at least 0.1, rounded to two
 * decimals.
 */
function beyond(limit: number, direction: string): number {
  const by = Math.max(0.1, Math.abs(limit) * BEYOND)
  return Math.round((direction === 'above' ? limit + by : limit - by) * 100) / 100
}
