import { datedRanges } from '../shifts/index.ts'
import type { Range } from '../time/index.ts'
import { type AlarmRule, type AlarmSpan, SHIFTS_AHEAD_MS } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { numberArg } from './args.ts'
import { common, scheduledOf, shiftsWithoutBreaks } from './schedule-of-alarm.ts'
import { BREAK_WITHIN_MS, isScheduledOnly, scheduledOnly } from './scheduled-only.ts'
import { type CurvePoint, utilizationCurve } from './utilization-curve.ts'

/** Alarm type 9. It is tripped while the utilization of the last hours is below a percentage. */
export const utilization = {
  id: 9,
  name: 'Utilization',
  description: 'Trips when the utilization of the last hours is below this percentage.',
  argsTemplate: {
    below: {
      type: 'number',
      label: 'Below',
      description: 'Utilization as the pages show it for the last hours, with at least 30 minutes scheduled in them.',
      placeholder: 'Percent',
      order: 1,
      min: 0.1,
      max: 1000,
      step: 0.1,
      unit: '%',
    },
    hours: {
      type: 'number',
      label: 'Over the last',
      placeholder: 'Hours',
      order: 2,
      min: 1,
      max: 168,
      step: 1,
      unit: 'h',
      default: 1,
    },
    scheduled_only: {
      ...scheduledOnly,
      description: 'Trips in scheduled time and its breaks of at most 30 minutes only, and clears at their end.',
      order: 3,
    },
  },
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType

const HOUR_MS = 3_600_000

/** Least scheduled time (ms) in the last hours: with less, the alarm is not tripped. */
export const LEAST_SCHEDULED_MS = 1_800_000

/**
 * Rule of type 9. Utilization of the last hours is what the pages show for them, by the wall clock. It must have at least 30
 * minutes of scheduled time in it, so that the first minutes of a shift trip nothing. With `scheduled_only` the alarm is
 * evaluated in scheduled time and its breaks of at most 30 minutes.
 */
export const utilizationRule: AlarmRule = {
  needs: (args) => {
    const windowMs = numberArg(args, 'hours') * HOUR_MS
    const shiftReachMs = isScheduledOnly(args) ? BREAK_WITHIN_MS : 0
    return { intervalsMs: windowMs, shiftsMs: windowMs + BREAK_WITHIN_MS, shiftReachMs }
  },
  spans: ({ args, data, ranges }) => {
    const windowMs = numberArg(args, 'hours') * HOUR_MS
    const scheduled = scheduledOf(data)
    const evaluated = isScheduledOnly(args) ? common(ranges, shiftsWithoutBreaks(data)) : ranges
    const [first] = evaluated
    const last = evaluated.at(-1)
    if (first === undefined || last === undefined) return []
    const machine = { intervals: data.intervals, settings: data.settings, shifts: datedRanges(data.shifts) }
    const curve = utilizationCurve(machine, scheduled, { from: first.from, to: last.to }, windowMs)
    const below = Math.round(numberArg(args, 'below') * 10)
    return evaluated.flatMap((range) => spansIn(curve, range, below, windowMs))
  },
  foreseesMs: SHIFTS_AHEAD_MS,
}

/** Returns the spans of a range in which utilization is below a limit (in tenths of a percent). */
function spansIn(curve: readonly CurvePoint[], range: Range, below: number, windowMs: number): AlarmSpan[] {
  const spans: AlarmSpan[] = []
  for (let i = firstOf(curve, range.from); i < curve.length; i++) {
    const point = curve[i] as CurvePoint
    if (point.at >= range.to) break
    const piece = { from: Math.max(point.at, range.from), to: Math.min(curve[i + 1]?.at ?? range.to, range.to) }
    const held = heldWithin(point, piece, below)
    if (held === null) continue
    const last = spans.at(-1)
    if (last?.to === held.from) spans[spans.length - 1] = { ...last, to: held.to }
    else spans.push({ ...held, value: { amount: pctAt(point, held.from), since: held.from - windowMs } })
  }
  return spans
}

/** Returns the part of a straight piece in which the utilization is below the limit; null when it is nowhere. */
function heldWithin(point: CurvePoint, { from, to }: Range, below: number): Range | null {
  const surplus = 1000 * effectiveAt(point, from) - below * scheduledAt(point, from)
  const surplusSlope = 1000 * point.effectiveSlope - below * point.scheduledSlope
  const low = negativePart(surplus, surplusSlope, to - from)
  const missing = LEAST_SCHEDULED_MS - 1 - scheduledAt(point, from)
  const enough = negativePart(missing, -point.scheduledSlope, to - from)
  if (low === null || enough === null) return null
  const held = { from: from + Math.max(low.from, enough.from), to: from + Math.min(low.to, enough.to) }
  return held.from < held.to ? held : null
}

/** Returns the whole numbers `k` in `[0, length)` for which `value + slope * k` is below 0, as a range; null when there are none. */
function negativePart(value: number, slope: number, length: number): Range | null {
  if (slope === 0 || (value < 0 && slope < 0)) return value < 0 ? { from: 0, to: length } : null
  if (slope > 0) return value < 0 ? { from: 0, to: Math.min(length, Math.ceil(-value / slope)) } : null
  const from = Math.floor(value / -slope) + 1
  return from < length ? { from, to: length } : null
}

const effectiveAt = (point: CurvePoint, at: number): number =>
  point.effectiveMs + point.effectiveSlope * (at - point.at)
const scheduledAt = (point: CurvePoint, at: number): number =>
  point.scheduledMs + point.scheduledSlope * (at - point.at)
const pctAt = (point: CurvePoint, at: number): number => (effectiveAt(point, at) / scheduledAt(point, at)) * 100

/** Returns the index of the piece that contains an instant. */
function firstOf(curve: readonly CurvePoint[], at: number): number {
  let low = 0
  let high = curve.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((curve[middle] as CurvePoint).at <= at) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
