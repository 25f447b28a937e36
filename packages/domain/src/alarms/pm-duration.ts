import { HOUR_MS, type Range, wallAfter } from '../time/index.ts'
import { type ActivityFrom, rangesWhere } from '../tree/index.ts'
import type { AlarmRule } from './alarm-rule.ts'
import type { AlarmArgs, AlarmType } from './alarm-type.ts'
import { numberArg, textArg } from './args.ts'
import { pmNotes } from './pm-notes.ts'
import { dueFrom, pmType } from './pm-type.ts'
import type { AlarmData } from './rule.ts'

/** Alarm type 7. It trips when some hours, days, weeks or months have passed since the last maintenance. */
export const pmDuration = {
  id: 7,
  name: 'PM duration',
  description: 'Trips when this much time has passed since the last maintenance.',
  argsTemplate: {
    duration: { type: 'number', label: 'Every', placeholder: 'Number', order: 1, min: 1, max: 1000, step: 1 },
    duration_unit: {
      type: 'select',
      label: 'Unit',
      description: 'Days, weeks and months follow the calendar of the machine’s time zone.',
      order: 2,
      options: [
        { value: 'hours', label: 'hours' },
        { value: 'days', label: 'days' },
        { value: 'weeks', label: 'weeks' },
        { value: 'months', label: 'months' },
      ],
      default: 'days',
    },
    notes: pmNotes,
  },
  ...pmType,
} as const satisfies AlarmType

/**
 * Rule of type 7. Maintenance is due, and stays so, once the duration has passed since the base. Days, weeks and months are those
 * of the calendar in the machine's zone, at the same time of day; a time that does not exist is the change of clocks. Time in
 * which the machine is archived is added.
 */
export const pmDurationRule: AlarmRule = {
  needs: () => ({ shiftReachMs: 0 }),
  spans: ({ args, data, from, base }) => {
    const reachedAt = durationDueAt(args, data, base)
    if (reachedAt === Number.POSITIVE_INFINITY) return []
    const at = Math.max(from, reachedAt)
    return dueFrom(at, at - base, base)
  },
  foreseesMs: Number.POSITIVE_INFINITY,
}

/**
 * Returns the time (ms) from `base` (epoch ms) until maintenance of type 7 is due, for a machine that is never
 * archived. Hours are exact; days, weeks and months are those of the calendar in `zone`.
 */
export function durationMs(args: AlarmArgs, zone: string, base: number): number {
  const duration = numberArg(args, 'duration')
  const unit = textArg(args, 'duration_unit')
  if (unit === 'hours') return duration * HOUR_MS
  if (unit === 'months') return wallAfter(base, { months: duration }, zone) - base
  return wallAfter(base, { days: unit === 'weeks' ? 7 * duration : duration }, zone) - base
}

interface Activity {
  readonly settings: readonly ActivityFrom[]
}

/**
 * Returns the ranges in which the machine is active (not archived), from `base` on: the last maintenance, or the instant (epoch
 * ms) from which the alarm counts. The last range may end at `Infinity`.
 */
export const activeSinceBase = ({ settings }: Activity, base: number): Range[] =>
  rangesWhere(settings, (entry) => entry.active, { from: base, to: Number.POSITIVE_INFINITY })

/**
 * Returns the instant (epoch ms) at which maintenance of type 7 that counts from `base` is due. Time in which the
 * machine is archived is added. `Infinity` if the machine is archived before and not restored.
 */
export function durationDueAt(args: AlarmArgs, data: Activity & Pick<AlarmData, 'zone'>, base: number): number {
  let leftMs = durationMs(args, data.zone, base)
  for (const { from, to } of activeSinceBase(data, base)) {
    if (to - from >= leftMs) return from + leftMs
    leftMs -= to - from
  }
  return Number.POSITIVE_INFINITY
}
