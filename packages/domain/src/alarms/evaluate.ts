import { HOUR_MS, msWithin } from '../time/index.ts'
import { rangesWhere } from '../tree/index.ts'
import type { AlarmSpan } from './alarm-rule.ts'
import { alarmRules } from './alarm-rules.ts'
import type { AlarmArgs, AlarmTypeId } from './alarm-type.ts'
import { alarmTypeOf } from './alarm-types.ts'
import { numberArg, textArg } from './args.ts'
import { cyclesUpTo } from './pm-cycle-count.ts'
import { activeSinceBase, durationMs } from './pm-duration.ts'
import { runningUpTo } from './pm-runtime-hours.ts'
import type { BacktestRequest, Evaluation, EvaluationRequest, Progress, Trip } from './rule.ts'

/**
 * Evaluates an alarm at all instants of `[from, to]`, both included. A trip that stands just before `from` (`open`) keeps its
 * instant and value if its condition holds at `from`; otherwise it has ended at `from` and is not among the trips. While the
 * machine is archived no alarm is tripped, except maintenance that is due: it stays due until it is done (ruling R45).
 */
export function evaluate(request: EvaluationRequest): Evaluation {
  const { typeId, args, data, from, to, open, base } = request
  const rule = alarmRules[typeId]
  const until = to + 1 + rule.foreseesMs
  const ranges = rangesWhere(data.settings, (entry) => entry.active, { from, to: until })
  const spans = rule.spans({ args, data, ranges, from, base })
  const trips = spans.filter((span) => span.from <= to).map((span) => tripOf(span, to))
  keepOpen(typeId, trips, open, from)
  const progress = progressAfter(request)
  return { trips, nextAt: nextAfter(spans, to, until), latest: latestOf(request), progress }
}

/**
 * Gives the first of the trips the instant and value of `open`, which stood just before `from` (epoch ms), if it stands at
 * `from`; null: none stood.
 */
export function keepOpen(typeId: AlarmTypeId, trips: Trip[], open: EvaluationRequest['open'], from: number): void {
  const [first] = trips
  if (open !== null && first?.trippedAt === from && alarmTypeOf(typeId).trippable)
    trips[0] = { ...first, trippedAt: open.trippedAt, value: open.value }
}

const tripOf = ({ from, to: end, value, notifyUntil }: AlarmSpan, to: number): Trip => ({
  trippedAt: from,
  clearedAt: end > to ? null : end,
  value,
  notifyUntil: notifyUntil ?? null,
})

/** Returns the first start or end of a span after `to` (epoch ms), but at most `until`; null if that is `Infinity`. */
function nextAfter(spans: readonly AlarmSpan[], to: number, until: number): number | null {
  let next = until
  for (const span of spans) {
    if (span.from > to) next = Math.min(next, span.from)
    if (span.to > to) next = Math.min(next, span.to)
  }
  return next === Number.POSITIVE_INFINITY ? null : next
}

/**
 * Returns the amounts counted from the base up to `to`, included: cycles for type 5 and running time for type 6. For other types
 * it returns the progress in `data` unchanged.
 */
function progressAfter({ data, from, to, base, typeId }: EvaluationRequest): Progress {
  if (typeId === 5) return { ...data.progress, cycles: cyclesUpTo(data, Math.max(from, base + 1), to) }
  if (typeId === 6) return { ...data.progress, runningMs: runningUpTo(data, from, to + 1) }
  return data.progress
}

/** Returns an amount rounded down to hundredths, so that it shows the limit only once maintenance is due. */
const roundedDown = (value: number): number => Math.floor(value * 100 + 1e-9) / 100

/**
 * Returns the amount that preventative maintenance has reached at `to`: cycles (type 5), hours of running before `to` (6), or the
 * elapsed part of the duration in its unit (7). Hours and durations are rounded down to hundredths. Returns null for other types.
 */
function latestOf({ typeId, args, data, from, to, base }: EvaluationRequest): AlarmArgs | null {
  if (typeId === 5) return { cycle_count: cyclesUpTo(data, Math.max(from, base + 1), to) }
  if (typeId === 6) return { runtime_hours: roundedDown(runningUpTo(data, from, to) / HOUR_MS) }
  if (typeId !== 7) return null
  const active = activeSinceBase(data, base)
  const elapsedMs = msWithin({ from: base, to }, active)
  const duration = numberArg(args, 'duration')
  const part = elapsedMs / durationMs(args, data.zone, base)
  return { duration: roundedDown(part * duration), duration_unit: textArg(args, 'duration_unit') }
}

/**
 * Returns how far maintenance was at a trip (`args_latest` of its history): the cycles counted (type 5), or the hours of running,
 * rounded down to hundredths (type 6). For type 7 the duration and unit of its arguments, which have passed then. Null for other
 * types.
 */
export function latestAtTrip(typeId: AlarmTypeId, args: AlarmArgs, { value }: Pick<Trip, 'value'>): AlarmArgs | null {
  if (typeId === 5) return { cycle_count: value.amount }
  if (typeId === 6) return { runtime_hours: roundedDown(value.amount / HOUR_MS) }
  if (typeId === 7) return { duration: numberArg(args, 'duration'), duration_unit: textArg(args, 'duration_unit') }
  return null
}

/** Most trips that a backtest keeps: the latest. */
const MOST_TRIPS = 1000

/**
 * Returns the number of the trips that an alarm with these arguments would have had in a range of the past, and the latest 1,000
 * of them, ascending. A trip that still stood at the end of the range has `clearedAt` null. Maintenance counts from the start of
 * the range and again from each trip: it is taken as completed at once, so `clearedAt` equals `trippedAt`.
 */
export function backtest(request: BacktestRequest): { readonly count: number; readonly trips: readonly Trip[] } {
  // A ring: the trip that comes takes the place of the earliest one that is kept.
  const ring: Trip[] = []
  let count = 0
  for (const trip of pastTrips(request)) ring[count++ % MOST_TRIPS] = trip
  const first = count % MOST_TRIPS
  return { count, trips: [...ring.slice(first), ...ring.slice(0, first)] }
}

/** Yields the trips of a backtest, ascending. */
function* pastTrips({ typeId, args, data, range }: BacktestRequest): Generator<Trip> {
  const rule = alarmRules[typeId]
  const ranges = rangesWhere(data.settings, (entry) => entry.active, range)
  const isMaintenance = alarmTypeOf(typeId).pmEnabled
  const progress = { cycles: 0, runningMs: 0 }
  for (let base = range.from; base < range.to; ) {
    const spans = rule.spans({ args, data: { ...data, progress }, ranges, from: base, base })
    if (!isMaintenance) return yield* spans.map((span) => tripOf(span, range.to - 1))
    const [first] = spans
    if (first === undefined || first.from >= range.to) return
    yield { ...tripOf(first, range.to - 1), clearedAt: first.from }
    base = first.from
  }
}
