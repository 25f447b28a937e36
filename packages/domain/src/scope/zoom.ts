import { dayStartedAt, dayStartOf, intervalFor, type Range } from '../time/index.ts'
import { doubled, halved, isAsLong } from './period.ts'
import { isLive, periodOf, type Reading, zoneOf } from './range.ts'
import { absolute, FIRST_INSTANT, type Period, relative, type Scope } from './scope.ts'

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const LONGEST_MS = 5 * 366 * 86_400_000

const pick = ({ type, period, absStartDate, absEndDate }: Period): Period => ({
  type,
  period,
  absStartDate,
  absEndDate,
})

const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS) * MINUTE_MS

/** The period steps go from: one that runs on as it stood when this minute began. */
const steady = (scope: Scope, reading: Reading): Range =>
  periodOf(scope, isLive(scope) ? { ...reading, now: minuteOf(reading.now) } : reading)

/** Steps are whole minutes, of less than an hour whole seconds: an address stays short. */
const grainOf = ({ from, to }: Range): number => (to - from >= 60 * MINUTE_MS ? MINUTE_MS : 1000)

/** Another period, as one that is chosen: nothing is remembered of what was zoomed. */
export const choose = (scope: Scope, period: Period): Scope => ({ ...scope, ...pick(period), zoomedFrom: null })

/** The period before the zoom. */
export const resetZoom = (scope: Scope): Scope => (scope.zoomedFrom === null ? scope : choose(scope, scope.zoomedFrom))

const remember = (scope: Scope, next: Period): Scope => ({
  ...scope,
  ...pick(next),
  zoomedFrom: scope.zoomedFrom ?? pick(scope),
})

/**
 * A stretch widened to whole quarter hours, hours or days, whichever buckets it would be shown in, as they run in the scope's
 * calendar; never past the minute that now lies in. Snapping once more changes nothing.
 */
export function snap({ from, to }: Range, scope: Pick<Scope, 'timezone' | 'dayStartMin'>, reading: Reading): Range {
  const zone = zoneOf(scope, reading.zone)
  const { dayStartMin } = scope
  const end = minuteOf(reading.now)
  let wide: Range = { from: Math.min(from, end - 1), to: Math.min(to, end) }
  for (;;) {
    const stepMs = Math.min(intervalFor(wide, { zone, dayStartMin }), 86_400) * 1000
    const next = {
      from: floorTo(wide.from, stepMs, zone, dayStartMin),
      to: Math.min(ceilTo(wide.to, stepMs, zone, dayStartMin), end),
    }
    if (next.from === wide.from && next.to === wide.to) return next
    wide = next
  }
}

function floorTo(at: number, stepMs: number, zone: string, dayStartMin: number): number {
  const start = dayStartOf(dayStartedAt(at, zone, dayStartMin), zone, dayStartMin)
  // A day may be longer than 24 h.
  return stepMs === 86_400_000 ? start : start + Math.floor((at - start) / stepMs) * stepMs
}

function ceilTo(at: number, stepMs: number, zone: string, dayStartMin: number): number {
  const floor = floorTo(at, stepMs, zone, dayStartMin)
  if (floor === at) return at
  const next = dayStartOf(dayStartedAt(at, zone, dayStartMin) + 1, zone, dayStartMin)
  return stepMs === 86_400_000 ? next : Math.min(floor + stepMs, next)
}

/** A stretch drawn on a chart becomes the period; what was shown before is remembered. */
export function zoomTo(scope: Scope, range: Range, reading: Reading): Scope {
  if (range.to <= range.from) return scope
  const { from, to } = snap(range, scope, reading)
  return remember(scope, absolute(from, to, scope.period))
}

/** Back to what is remembered once a way leads there again: ends differ by less than a step could make and 15 minutes. */
function settled(next: Scope, reading: Reading): Scope {
  const { zoomedFrom } = next
  if (zoomedFrom === null) return next
  if (next.type === 'relative' && zoomedFrom.type === 'relative') {
    return isAsLong(next.period, zoomedFrom.period) ? resetZoom(next) : next
  }
  const [is, was] = [periodOf(next, reading), periodOf({ ...next, ...zoomedFrom }, reading)]
  const near = Math.min(QUARTER_MS, (was.to - was.from) / 8)
  return Math.abs(is.from - was.from) < near && Math.abs(is.to - was.to) < near ? resetZoom(next) : next
}

/**
 * Twice the period: one told by length is doubled in its units, any other gets a quarter of the wider span at each end, and
 * never ends past now. The same scope where that would be too long.
 */
export function zoomOut(scope: Scope, reading: Reading): Scope {
  if (scope.type === 'relative') {
    const twice = doubled(scope.period)
    if (twice !== undefined) return settled(remember(scope, relative(twice)), reading)
    if (halved(scope.period) !== undefined) return scope
  }
  const range = steady(scope, reading)
  const { from, to } = range
  const grain = grainOf(range)
  const added = Math.floor((to - from) / 2 / grain) * grain
  if (to - from + 2 * added > LONGEST_MS || from - added < FIRST_INSTANT) return scope
  const end = Math.max(to, Math.min(to + added, minuteOf(reading.now)))
  return settled(remember(scope, absolute(from - added, end, scope.period)), reading)
}

/**
 * Half the period: one told by length is halved in its units, any other loses a quarter of its span at each end. The same
 * scope where that would be too short: a quarter of an hour, a minute between two instants.
 */
export function zoomIn(scope: Scope, reading: Reading): Scope {
  if (scope.type === 'relative') {
    const half = halved(scope.period)
    if (half !== undefined) return settled(remember(scope, relative(half)), reading)
    if (doubled(scope.period) !== undefined) return scope
  }
  const range = steady(scope, reading)
  const { from, to } = range
  const grain = grainOf(range)
  const taken = Math.round((to - from) / 4 / grain) * grain
  if (to - from - 2 * taken < MINUTE_MS) return scope
  return settled(remember(scope, absolute(from + taken, to - taken, scope.period)), reading)
}

/** Only between two instants, and where the end is at least 15 minutes in the past (specification 1, section 4). */
export const canPanRight = (scope: Scope, now: number): boolean =>
  scope.type === 'absolute' && scope.absEndDate !== null && scope.absEndDate <= now - QUARTER_MS

/**
 * Half the period earlier (-1) or later (1), never past now: what would reach beyond ends at the minute that now lies in.
 * A way back to the period before it was moved leads to that period itself.
 */
export function pan(scope: Scope, direction: -1 | 1, reading: Reading): Scope {
  if (direction === 1 && !canPanRight(scope, reading.now)) return scope
  const range = steady(scope, reading)
  const { from, to } = range
  const grain = grainOf(range)
  const by = Math.max(grain, Math.floor((to - from) / 2 / grain) * grain)
  const moved = direction === -1 ? -by : Math.min(by, minuteOf(reading.now) - to)
  if (from + moved < FIRST_INSTANT) return scope
  return settled(remember(scope, absolute(from + moved, to + moved, scope.period)), reading)
}
