import { datedRanges } from '../shifts/index.ts'
import { firstIndex, HOUR_MS, partsWithin, type Range } from '../time/index.ts'
import { type AlarmRule, type AlarmSpan, SHIFTS_AHEAD_MS, type SpanRequest } from './alarm-rule.ts'
import type { AlarmType } from './alarm-type.ts'
import { numberArg } from './args.ts'
import { belowPct } from './below-pct.ts'
import { scheduledOf, shiftsWithoutBreaks } from './schedule-of-alarm.ts'
import { BREAK_WITHIN_MS, isScheduledOnly, scheduledOnly } from './scheduled-only.ts'
import { type CurvePoint, utilizationCurve } from './utilization-curve.ts'

/** Alarm type 9. It is tripped while the utilization of the last hours is below a percentage. */
export const utilization = {
  id: 9,
  name: 'Utilization',
  description: 'Trips when the utilization of the last hours is below this percentage.',
  argsTemplate: {
    below: {
      ...belowPct,
      description: 'Utilization as the pages show it for the last hours, with at least 30 minutes scheduled in them.',
      order: 1,
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
  limit: { arg: 'below', reads: ['hours', 'scheduled_only'], beyond: 'below' },
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType

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
  spans: (request) => {
    const { evaluated, curve, windowMs } = curveOf(request)
    const below = Math.round(numberArg(request.args, 'below') * 10)
    return evaluated.flatMap((range) => spansIn(curve, range, below, windowMs))
  },
  levels: (request) => {
    const { evaluated, curve } = curveOf(request)
    return evaluated.flatMap((range) =>
      piecesIn(curve, range).flatMap(({ point, from, to }) => {
        const piece = scheduledEnough(point, { from, to })
        return piece === null ? [] : [{ ...piece, first: pctAt(point, piece.from), last: pctAt(point, piece.to - 1) }]
      }),
    )
  },
  foreseesMs: SHIFTS_AHEAD_MS,
}

/**
 * Returns the ranges in which the alarm is evaluated, the utilization curve over them, empty if there are none, and the length
 * (ms) of its window.
 */
function curveOf({ args, data, ranges }: SpanRequest) {
  const windowMs = numberArg(args, 'hours') * HOUR_MS
  const evaluated = isScheduledOnly(args) ? partsWithin(ranges, shiftsWithoutBreaks(data)) : ranges
  const [from, to] = [evaluated[0]?.from, evaluated.at(-1)?.to]
  if (from === undefined || to === undefined) return { evaluated, curve: [], windowMs }
  const machine = { intervals: data.intervals, settings: data.settings, shifts: datedRanges(data.shifts) }
  return { evaluated, curve: utilizationCurve(machine, scheduledOf(data), { from, to }, windowMs), windowMs }
}

interface Piece extends Range {
  readonly point: CurvePoint
}

/** Returns the straight pieces of a curve, cut to a range, ascending. */
function piecesIn(curve: readonly CurvePoint[], range: Range): Piece[] {
  const pieces: Piece[] = []
  for (let i = firstOf(curve, range.from); i < curve.length; i++) {
    const point = curve[i] as CurvePoint
    if (point.at >= range.to) break
    const [from, to] = [Math.max(point.at, range.from), Math.min(curve[i + 1]?.at ?? range.to, range.to)]
    pieces.push({ point, from, to })
  }
  return pieces
}

/**
 * Returns the spans of a range in which utilization is below a limit (in tenths of a percent) with at least 30 minutes scheduled,
 * ascending; parts that touch are one span.
 */
function spansIn(curve: readonly CurvePoint[], range: Range, below: number, windowMs: number): AlarmSpan[] {
  const spans: AlarmSpan[] = []
  for (const { point, ...piece } of piecesIn(curve, range)) {
    const held = heldWithin(point, piece, below)
    if (held === null) continue
    const last = spans.at(-1)
    if (last?.to === held.from) spans[spans.length - 1] = { ...last, to: held.to }
    else spans.push({ ...held, value: { amount: pctAt(point, held.from), since: held.from - windowMs } })
  }
  return spans
}

/**
 * Returns the part of a straight piece in which the utilization is below the limit (in tenths of a percent) with at least 30
 * minutes scheduled; null when there is none.
 */
function heldWithin(point: CurvePoint, piece: Range, below: number): Range | null {
  const surplus = 1000 * effectiveAt(point, piece.from) - below * scheduledAt(point, piece.from)
  const surplusSlope = 1000 * point.effectiveSlope - below * point.scheduledSlope
  const low = negativePart(surplus, surplusSlope, piece.to - piece.from)
  const enough = scheduledEnough(point, piece)
  if (low === null || enough === null) return null
  const held = {
    from: Math.max(piece.from + low.from, enough.from),
    to: Math.min(piece.from + low.to, enough.to),
  }
  return held.from < held.to ? held : null
}

/** Returns the part of a straight piece with at least 30 minutes scheduled in the last hours; null when there is none. */
function scheduledEnough(point: CurvePoint, { from, to }: Range): Range | null {
  const missing = LEAST_SCHEDULED_MS - 1 - scheduledAt(point, from)
  const part = negativePart(missing, -point.scheduledSlope, to - from)
  return part === null || part.from >= part.to ? null : { from: from + part.from, to: from + part.to }
}

/**
 * Returns the whole numbers `k` in `[0, length)` for which `value + slope * k` is below 0, as a range; null when there are none.
 */
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

/** Returns the index of the last point at or before an instant (epoch ms); 0 when the instant is before the first point. */
function firstOf(curve: readonly CurvePoint[], at: number): number {
  return Math.max(0, firstIndex(curve.length, (i) => (curve[i] as CurvePoint).at > at) - 1)
}
