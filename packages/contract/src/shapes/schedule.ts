import { Type } from 'typebox'
import { Id, meaning } from './common.ts'

const Second = Type.Integer({ minimum: 0, maximum: 86_400 })

/** Schema of the number of a shift: 1 to 3 for the first, second and third, 0 for scheduled time without a shift. */
export const ShiftNumber = Type.Unsafe<0 | 1 | 2 | 3>(Type.Integer({ minimum: 0, maximum: 3 }))

/**
 * Schema of the ranges of one day, each `[start, end, shift]`: seconds of wall-clock time from midnight, ascending and not
 * overlapping.
 */
export const ScheduleDay = Type.Array(Type.Tuple([Second, Second, ShiftNumber]), { maxItems: 288 })

/** Schema of ranges by weekday, 0 Sunday to 6 Saturday; an absent weekday has no scheduled time. */
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

/** Schema of the ranges of a schedule template: a list for a daily template, an object by weekday for a weekly one. */
export const ScheduleRanges = Type.Union([ScheduleDay, ScheduleWeek])

/**
 * Schema of one row of shift history as a tuple `[start, end, shift, id, equipId]` with epoch seconds, not clipped to a period.
 */
export const ShiftTuple = meaning(
  '`[start (epoch s), end (epoch s), shift, id, equipId]`; whole, also where it reaches beyond the period.',
  Type.Tuple([Type.Number(), Type.Number(), ShiftNumber, Id, Id]),
)
