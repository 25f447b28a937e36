import { firstIntervalAfter, type Interval, RUNNING } from '../status/index.ts'
import { HOUR_MS, partsWithin, type Range } from '../time/index.ts'
import { rangesWhere } from '../tree/index.ts'
import type { AlarmRule } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { numberArg } from './args.ts'
import { pmNotes } from './pm-notes.ts'
import { dueFrom, pmType } from './pm-type.ts'
import type { AlarmData } from './rule.ts'

/** Alarm type 6. It trips when the running time since the last maintenance reaches some hours. */
export const pmRuntimeHours = {
  id: 6,
  name: 'PM runtime hours',
  description: 'Trips when the machine has run for this many hours since the last maintenance.',
  argsTemplate: {
    runtime_hours: {
      type: 'number',
      label: 'Every',
      description: 'Hours of running, scheduled or not.',
      placeholder: 'Hours',
      order: 1,
      min: 0.1,
      max: 1_000_000,
      step: 0.1,
      unit: 'hours',
    },
    notes: pmNotes,
  },
  ...pmType,
} as const satisfies AlarmType

/**
 * Rule of type 6. Maintenance is due, and stays so, from the instant on at which running time reaches the limit. Running time
 * counts from the base on, scheduled or not, except while the machine is archived.
 */
export const pmRuntimeRule: AlarmRule = {
  needs: () => ({ intervalsMs: 0, progress: true, shiftReachMs: 0 }),
  spans: ({ args, data, from, base }) => {
    const reachedAt = reachedFrom(data, Math.round(numberArg(args, 'runtime_hours') * HOUR_MS), from)
    if (reachedAt === null) return []
    const amount = runningUpTo(data, from, reachedAt)
    return dueFrom(reachedAt, amount, base)
  },
  foreseesMs: Number.POSITIVE_INFINITY,
}

/**
 * Returns the first instant (epoch ms) at or after `from` at which the running time since the base reaches a limit (ms): `from`
 * if it was reached before, null if it never is.
 */
function reachedFrom(data: AlarmData, limitMs: number, from: number): number | null {
  let leftMs = limitMs - data.progress.runningMs
  if (leftMs <= 0) return from
  for (const range of runningWithin(data, { from, to: Number.POSITIVE_INFINITY })) {
    if (range.to - range.from >= leftMs) return range.from + leftMs
    leftMs -= range.to - range.from
  }
  return null
}

/**
 * Returns the running time (ms) since the base of maintenance before `to` (epoch ms): `data.progress`, which is counted
 * up to `from`, and the time from there. Time while the machine is archived does not count.
 */
export function runningUpTo(
  data: Pick<AlarmData, 'intervals' | 'settings' | 'progress'>,
  from: number,
  to: number,
): number {
  let { runningMs } = data.progress
  if (from < to) for (const range of runningWithin(data, { from, to })) runningMs += range.to - range.from
  return runningMs
}

/** Returns the parts of a range in which the machine ran and was not archived, ascending; an open interval has no end. */
function runningWithin({ intervals, settings }: Pick<AlarmData, 'intervals' | 'settings'>, range: Range): Range[] {
  const running: Range[] = []
  for (let i = firstIntervalAfter(intervals, range.from); i < intervals.length; i++) {
    const { status, startedAt, endedAt } = intervals[i] as Interval
    if (startedAt >= range.to) break
    if (status === RUNNING) running.push({ from: startedAt, to: endedAt ?? Number.POSITIVE_INFINITY })
  }
  return partsWithin(
    running,
    rangesWhere(settings, (entry) => entry.active, range),
  )
}
