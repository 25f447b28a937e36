import { Type } from 'typebox'
import { Id, meaning } from './common.ts'

const Second = Type.Integer({ minimum: 0, maximum: 86_400 })

/** Number of a shift: 1 to 3 for the first, second and third, 0 for scheduled time without a shift. */
export const ShiftNumber = Type.Unsafe<0 | 1 | 2 | 3>(Type.Integer({ minimum: 0, maximum: 3 }))

/**
 * Ranges of one day, `[start, end, shift]`: seconds of wall-clock time from midnight, ascending and not overlapping.
 */
export const ScheduleDay = Type.Array(Type.Tuple([Second, Second, ShiftNumber]), { maxItems: 288 })

/** Ranges by weekday, 0 Sunday to 6 Saturday; an absent weekday has no scheduled time. */
export const ScheduleWeek = Type.Object(
  {
    0: Type.Optional(ScheduleDay),
    1: Type.Optional(ScheduleDay),
    2: Type.Optional(ScheduleDay),
    3: Type.Optional(ScheduleDay),
    4: Type.Optional(ScheduleDay),
    5: Type.Optional(ScheduleDay),
    6: Type.Optional(ScheduleDay),
  },
  { additionalProperties: false },
)

/** Ranges of a schedule template: a list for a daily one, by weekday for a weekly one. */
export const ScheduleRanges = Type.Union([ScheduleDay, ScheduleWeek])

/** One row of shift history as a tuple with epoch seconds; it is not clipped to a period. */
export const ShiftTuple = meaning(
  '`[start (epoch s), end (epoch s), shift, id, equipId]`; whole, also where it reaches beyond the period.',
  Type.Tuple([Type.Number(), Type.Number(), ShiftNumber, Id, Id]),
)
