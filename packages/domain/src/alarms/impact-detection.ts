import type { AlarmRule, AlarmSpan } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { numberArg } from './args.ts'

/** Alarm type 3. Each impact of at least a force trips it, and the trip is over at the same instant. */
export const impactDetection = {
  id: 3,
  name: 'Impact detection',
  description: 'Trips at every impact of at least this force that the device reports.',
  argsTemplate: {
    force: {
      type: 'number',
      label: 'Force',
      description: 'Least force, in the unit of the device; 0 means any impact.',
      placeholder: 'Force',
      order: 1,
      min: 0,
      max: 1_000_000,
      step: 0.01,
      default: 0,
    },
  },
  limit: { arg: 'force', reads: [], beyond: 'above' },
  pmEnabled: false,
  trippable: false,
  outputs: false,
  repeats: false,
} as const satisfies AlarmType

/** Time (ms) after an impact in which people are still notified of it. */
const NOTIFY_MS = 3_600_000

/**
 * Rule of type 3. Each instant with an impact of at least the force of the alarm is one trip, with the greatest force of that
 * instant. People are notified of a trip that becomes known within an hour of it.
 */
export const impactRule: AlarmRule = {
  needs: () => ({ impacts: true, shiftReachMs: 0 }),
  spans: ({ args, data: { impacts }, ranges }) => {
    const least = numberArg(args, 'force')
    const spans: AlarmSpan[] = []
    for (const { at, force } of impacts) {
      if (force < least || !ranges.some(({ from, to }) => from <= at && at < to)) continue
      const last = spans.at(-1)
      const isSame = last?.from === at
      const amount = isSame ? Math.max(force, last.value.amount) : force
      if (isSame) spans.pop()
      spans.push({ from: at, to: at, value: { amount, since: at }, notifyUntil: at + NOTIFY_MS })
    }
    return spans
  },
  levels: ({ data: { impacts }, ranges }) =>
    impacts
      .filter(({ at }) => ranges.some(({ from, to }) => from <= at && at < to))
      .map(({ at, force }) => ({ from: at, to: at + 1, first: force, last: force })),
  foreseesMs: Number.POSITIVE_INFINITY,
}
