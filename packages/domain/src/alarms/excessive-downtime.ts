import { DOWN } from '../status/index.ts'
import { msWithin, partsWithin } from '../time/index.ts'
import { rangesWhere } from '../tree/index.ts'
import { type AlarmRule, type AlarmSpan, SHIFTS_AHEAD_MS } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { scheduledOf } from './schedule-of-alarm.ts'
import { excessiveFrom } from './stops-of-alarm.ts'

/** Alarm type 2. It is tripped from the instant at which a stop becomes excessive until the stop ends. */
export const excessiveDowntime = {
  id: 2,
  name: 'Excessive downtime',
  description:
    'Trips when a stop reaches the excessive downtime threshold of the machine, and clears when the stop ends.',
  argsTemplate: {},
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType

/**
 * Rule of type 2. A stop is excessive from the instant at which its scheduled time reaches the threshold in force at its start
 * (domain, section 5). Stops that a person ignored, and time in which excessive downtime is disabled, do not count.
 */
export const excessiveDowntimeRule: AlarmRule = {
  needs: () => ({ intervalsMs: 0, shiftsMs: 0, ignoredStops: true, shiftReachMs: 0 }),
  spans: ({ data, ranges }) => {
    const { intervals, settings } = data
    const scheduled = scheduledOf(data)
    const ignored = new Set(data.ignoredStops)
    const spans = intervals.flatMap(({ status, startedAt, endedAt }): AlarmSpan[] => {
      if (status !== DOWN || ignored.has(startedAt)) return []
      const to = endedAt ?? Number.POSITIVE_INFINITY
      const from = excessiveFrom({ from: startedAt, to }, scheduled, settings)
      return from < to ? [{ from, to, value: { amount: 0, since: startedAt } }] : []
    })
    const enabled = ranges.flatMap((range) => rangesWhere(settings, (entry) => entry.excessiveDowntimeEnabled, range))
    return partsWithin(spans, enabled).map((span) => {
      const { since } = span.value
      return { ...span, value: { amount: msWithin({ from: since, to: span.from }, scheduled), since } }
    })
  },
  foreseesMs: SHIFTS_AHEAD_MS,
}
