import { countedOf, datedRanges, OCCURRENCE_REACH_MS, type Occurrence, occurrencesOf } from '../shifts/index.ts'
import type { Interval } from '../status/index.ts'
import type { Range } from '../time/index.ts'
import { accountOf, sumAccount, utilPct } from '../utilization/index.ts'
import { type AlarmRule, type AlarmSpan, SHIFTS_AHEAD_MS, type SpanRequest } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { numberArg, textArg } from './args.ts'
import { belowPct } from './below-pct.ts'
import { countedRanges } from './schedule-of-alarm.ts'

/** Alarm type 10. It trips at the end of a shift whose utilization was below a percentage, and is over at that instant. */
export const shiftUtilization = {
  id: 10,
  name: 'Utilization at end of shift',
  description: 'Trips at the end of a shift when the utilization of that shift was below this percentage.',
  argsTemplate: {
    below: { ...belowPct, order: 1 },
    shift: {
      type: 'select',
      label: 'Shift',
      description: 'All shifts include scheduled time without a shift, which ends at midnight if it has no other end.',
      order: 2,
      options: [
        { value: 'all', label: 'All shifts' },
        { value: '1', label: 'First shift' },
        { value: '2', label: 'Second shift' },
        { value: '3', label: 'Third shift' },
      ],
      default: 'all',
    },
  },
  limit: { arg: 'below', reads: ['shift'], beyond: 'below' },
  pmEnabled: false,
  trippable: false,
  outputs: false,
  repeats: false,
} as const satisfies AlarmType

/** Longest shift (ms): a local day of 25 hours, with a margin. */
const SHIFT_MS = 93_600_000

/** Time (ms) after the end of a shift in which people are notified if no later shift is known. */
const NOTIFY_MS = 86_400_000

/**
 * Rule of type 10. A shift is an occurrence in shift history (domain, section 4); it is evaluated at its end, as of that
 * instant. One in which nothing was scheduled, or at whose end the machine is archived, trips nothing. People are notified
 * until the next shift ends.
 */
export const shiftUtilizationRule: AlarmRule = {
  needs: () => ({
    intervalsMs: SHIFT_MS,
    shiftsMs: SHIFT_MS + OCCURRENCE_REACH_MS,
    shiftReachMs: OCCURRENCE_REACH_MS,
  }),
  spans: (request) => {
    const below = Math.round(numberArg(request.args, 'below') * 10)
    return endedShifts(request).flatMap(({ at, since, sums, notifyUntil }): AlarmSpan[] => {
      if (1000 * sums.effectiveRunMs >= below * sums.scheduledMs) return []
      return [{ from: at, to: at, value: { amount: utilPct(sums) ?? 0, since }, notifyUntil }]
    })
  },
  levels: (request) =>
    endedShifts(request).map(({ at, sums }) => {
      const amount = utilPct(sums) ?? 0
      return { from: at, to: at + 1, first: amount, last: amount }
    }),
  foreseesMs: SHIFTS_AHEAD_MS,
}

/**
 * Returns the shifts that ended within the ranges and had scheduled time, ascending by end, with their sums as of their end. Only
 * the shift of the arguments is included, and none at whose end the machine is archived.
 */
function endedShifts({ args, data, ranges }: SpanRequest) {
  const { intervals, settings, shifts } = data
  const shift = textArg(args, 'shift')
  const occurrences = occurrencesOf(shifts).sort((a, b) => a.to - b.to)
  const active = countedRanges(data)
  const dated = datedRanges(shifts)
  return occurrences.flatMap((occurrence, i) => {
    const at = occurrence.to
    if (shift !== 'all' && Number(shift) !== occurrence.shift) return []
    if (!ranges.some(({ from, to }) => from <= at && at < to)) return []
    const counted = countedOf(occurrence, active)
    if (counted?.to !== at) return []
    const within = { from: counted.from, to: at }
    const machine = { intervals: asOf(intervals, within), settings, shifts: dated }
    const sums = sumAccount(accountOf(machine, within, at, { shift: occurrence.shift, inUnit: null }))
    if (sums.scheduledMs === 0) return []
    return [{ at, since: occurrence.from, sums, notifyUntil: nextEnd(occurrences, i) - 1 }]
  })
}

/**
 * Returns the intervals that touch a range, ascending, as they were known at its end: an interval that lasts until that end or
 * longer is open.
 */
function asOf(intervals: readonly Interval[], { from, to }: Range): Interval[] {
  const touching: Interval[] = []
  for (let i = intervals.findLastIndex(({ startedAt }) => startedAt < to); i >= 0; i--) {
    const interval = intervals[i] as Interval
    if ((interval.endedAt ?? to) <= from) break
    touching.unshift((interval.endedAt ?? to) < to ? interval : { ...interval, endedAt: null })
  }
  return touching
}

/**
 * Returns the end (epoch ms) of the first shift that ends later than the shift at `index`; 24 hours after that one's end if none
 * is known.
 */
function nextEnd(occurrences: readonly Occurrence[], index: number): number {
  const at = occurrences[index]?.to ?? 0
  return occurrences.find((later, i) => i > index && later.to > at)?.to ?? at + NOTIFY_MS
}
