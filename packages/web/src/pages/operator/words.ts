import type { Range } from '@millwatch/domain/time'
import type { ReadStop } from '../../features/stops/downtime.ts'
import type { Equipment } from '../../features/tree/types.ts'
import { minuteOfDay, timeOfDay, weekdayOf } from '../../lib/dates.ts'
import { briefDuration } from '../../lib/format.ts'
import { dayIn } from '../../lib/zoned.ts'

type StopTimes = Pick<ReadStop, 'startedAt' | 'durationMs' | 'scheduledMs' | 'thresholdMs'>

/** Returns the current shift; null without a shift, and for scheduled time that is in no numbered shift (0). */
export const namedShift = ({ current_shift: shift }: Pick<Equipment, 'current_shift'>): Equipment['current_shift'] =>
  shift === null || shift.shift === 0 ? null : shift

/**
 * Returns the threshold of excessive downtime (ms) as text with its two largest units: `35 m 10 s`, without seconds if they are 0
 * (`35 m`).
 */
export const thresholdText = (ms: number): string => briefDuration(ms).replace(/ 00 s$/, '')

/**
 * Returns the instant (epoch ms) at which the scheduled part of an open excessive stop, as read at `readAt`, reached its
 * threshold; undefined if it is not known. `schedule` has the times outside the schedule from an instant on, ascending: they
 * are skipped backwards from `readAt`. A stop that is wholly scheduled does not need them.
 */
export function passedAt(
  { startedAt, durationMs, scheduledMs, thresholdMs }: StopTimes,
  readAt: number,
  schedule: { readonly from: number; readonly unscheduled: readonly Range[] } | undefined,
): number | undefined {
  if (durationMs === scheduledMs) return startedAt + thresholdMs
  if (schedule === undefined) return undefined
  let at = readAt - (scheduledMs - thresholdMs)
  for (const { from, to } of schedule.unscheduled.toReversed())
    if (from < readAt && to >= at) at -= Math.min(to, readAt) - from
  return at > schedule.from ? at : undefined
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Returns a duration (ms) as on a clock: `41:08`, `1:02:03`; rounded down to seconds, and `0:00` for a negative one. */
export function clockDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const tail = `${hours > 0 ? twoDigits(minutes) : minutes}:${twoDigits(seconds % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

const dayBefore = (at: number, reference: number, zone: string): string =>
  dayIn(at, zone) === dayIn(reference, zone) ? '' : `${weekdayOf(at, zone)} `

/**
 * Returns the minute of an instant (epoch ms) in `zone`; if it is not on the day of `reference`, with the weekday before it: `Thu
 * 9:40 PM`.
 */
export const minuteHere = (at: number, reference: number, zone: string): string =>
  `${dayBefore(at, reference, zone)}${minuteOfDay(at, zone)}`

/**
 * Returns the time with seconds of an instant (epoch ms) in `zone`; if it is not on the day of `reference`, with the weekday
 * before it.
 */
export const timeHere = (at: number, reference: number, zone: string): string =>
  `${dayBefore(at, reference, zone)}${timeOfDay(at, zone)}`
