import { minuteNear } from '../../lib/dates.ts'
import { briefDuration, count, duration } from '../../lib/format.ts'
import { shiftNames } from '../../ui/shifts.ts'
import type { Restatement, StatusInterval } from './queries.ts'

const shiftName = (shift: number): string => shiftNames[shift] ?? ''

/** Length in seconds below which a time is taken as zero, since whole seconds are shown. */
const LEAST_SHOWN_S = 1

/**
 * Returns the scheduled part of an interval and its shifts in words: `all of it scheduled (1st shift)`, `12 m 00 s of it
 * scheduled`, `none of it scheduled`. With several shifts each has its time.
 */
export function scheduledWords({
  duration_s,
  scheduled_s,
  scheduled_by_shift,
}: Pick<StatusInterval, 'duration_s' | 'scheduled_s' | 'scheduled_by_shift'>): string {
  const isWhole = duration_s - scheduled_s < LEAST_SHOWN_S
  if (scheduled_s === 0 || (scheduled_s < LEAST_SHOWN_S && !isWhole)) return 'none of it scheduled'
  const shifts = scheduled_by_shift.filter(({ shift }) => shift !== 0)
  const names = shifts.map(({ shift, scheduled_s: seconds }) =>
    shifts.length === 1 ? shiftName(shift) : `${shiftName(shift)} ${briefDuration(seconds * 1000)}`,
  )
  const which = names.length === 0 ? '' : ` (${names.join(', ')})`
  return isWhole ? `all of it scheduled${which}` : `${duration(scheduled_s * 1000)} of it scheduled${which}`
}

const CAUSES: Readonly<Record<Restatement['cause'], string>> = {
  late_data: 'data came late',
  edited_shift: 'a shift was edited',
  changed_setting: 'a setting was changed',
  changed_device: 'its device was changed',
  rebuild: 'it was computed anew',
}

export const causeWords = (cause: Restatement['cause']): string => CAUSES[cause]

type RestatedFigures = Restatement['before']

const many = (number: number, singular: string, plural: string): string =>
  `${count(number)} ${number === 1 ? singular : plural}`

/**
 * Returns the figures of a restatement as one line: `Running 18 m 00 s, Down 12 m 00 s (1 stop, excessive); scheduled 30 m 00 s`.
 * Statuses without time are left out; without any it is `nothing was known`.
 */
export function figuresWords(figures: RestatedFigures): string {
  const stops = [
    figures.stops > 0 && many(figures.stops, 'stop', 'stops'),
    figures.excessive_stops > 0 &&
      (figures.stops === 1 ? 'excessive' : `${count(figures.excessive_stops)} of them excessive`),
  ].filter(Boolean)
  const parts = [
    ['Running', figures.running_s, ''],
    ['Down', figures.down_s, stops.length > 0 ? ` (${stops.join(', ')})` : ''],
    ['Offline', figures.offline_s, ''],
    ['Powered off', figures.powered_off_s, ''],
  ] as const
  const there = parts.filter(([, seconds]) => seconds > 0)
  const statuses = there.map(([name, seconds, more]) => `${name} ${duration(seconds * 1000)}${more}`).join(', ')
  const scheduled = figures.scheduled_s > 0 ? `scheduled ${duration(figures.scheduled_s * 1000)}` : 'nothing scheduled'
  return `${statuses || 'nothing was known'}; ${scheduled}`
}

/**
 * Returns a sentence about a restatement without its full stop: its range, the time of the recalculation, and the cause. `now`
 * (epoch ms) decides how instants are written.
 */
export function restatedWords(
  { started_at, ended_at, restated_at, cause }: Restatement,
  now: number,
  zone: string,
): string {
  const [from, to, at] = [started_at, ended_at, restated_at].map((instant) =>
    minuteNear(Date.parse(instant), now, zone),
  )
  return `${from} to ${to} was recalculated at ${at}, because ${causeWords(cause)}`
}
