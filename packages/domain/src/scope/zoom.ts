import { dayStartedAt, dayStartOf, intervalFor, MINUTE_MS, type Range } from '../time/index.ts'
import { doubled, halved, isAsLong } from './period.ts'
import { isLive, periodOf, type Reading, zoneOf } from './range.ts'
import { absolute, FIRST_INSTANT, type Period, relative, type Scope } from './scope.ts'

const QUARTER_MS = 15 * MINUTE_MS
const LONGEST_MS = 5 * 366 * 86_400_000

const pick = ({ type, period, absStartDate, absEndDate }: Period): Period => ({
  type,
  period,
  absStartDate,
  absEndDate,
})

const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS) * MINUTE_MS

/**
 * Returns the range from which a zoom or move starts. A period that moves on with the clock is taken as of the start of this
 * minute.
 */
const steady = (scope: Scope, reading: Reading): Range =>
  periodOf(scope, isLive(scope, reading) ? { ...reading, now: minuteOf(reading.now) } : reading)

/** Returns the step (ms) of a zoom or move: a minute, or a second for ranges below one hour. So addresses stay short. */
const grainOf = ({ from, to }: Range): number => (to - from >= 60 * MINUTE_MS ? MINUTE_MS : 1000)

/** Returns the scope with a period that a person chose; a zoom can no longer be reset afterwards. */
export const choose = (scope: Scope, period: Period): Scope => ({ ...scope, ...pick(period), zoomedFrom: null })

/** Returns the scope with the period before the first zoom or move; the same scope when there was none. */
export const resetZoom = (scope: Scope): Scope => (scope.zoomedFrom === null ? scope : choose(scope, scope.zoomedFrom))

const remember = (scope: Scope, next: Period): Scope => ({
  ...scope,
  ...pick(next),
  zoomedFrom: scope.zoomedFrom ?? pick(scope),
})

/**
 * Returns a range widened to whole buckets of a chart in the scope's zone: quarter hours, hours or days, by the length of the
 * range. It ends at the start of the current minute at the latest. Snapping the result again changes nothing.
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

/**
 * Returns the scope with a range that a person selected on a chart as its period, widened by `snap`. It remembers the period
 * before the first zoom. An empty range gives the same scope.
 */
export function zoomTo(scope: Scope, range: Range, reading: Reading): Scope {
  if (range.to <= range.from) return scope
  const { from, to } = snap(range, scope, reading)
  return remember(scope, absolute(from, to, scope.period))
}

/**
 * Returns the scope with the remembered period restored when its period is nearly equal to that: as long, if both are relative,
 * else with ends that differ by less than 15 minutes and less than an eighth of its length. Otherwise, and without a remembered
 * period, it returns the same scope.
 */
function settled(next: Scope, reading: Reading): Scope {
  const { zoomedFrom } = next
  if (zoomedFrom === null) return next
  if (next.type === 'relative' && zoomedFrom.type === 'relative') {
    return isAsLong(next.period, zoomedFrom.period) ? resetZoom(next) : next
  }
  const [nextRange, oldRange] = [periodOf(next, reading), periodOf({ ...next, ...zoomedFrom }, reading)]
  const near = Math.min(QUARTER_MS, (oldRange.to - oldRange.from) / 8)
  return Math.abs(nextRange.from - oldRange.from) < near && Math.abs(nextRange.to - oldRange.to) < near
    ? resetZoom(next)
    : next
}

/**
 * Returns the scope with twice the period. A length such as `1w` is doubled; any other period gains half of its length at
 * each end, but none after now. A result nearly equal to the period before the first zoom restores that one. The same scope
 * when the result would be longer than 60 months or begin before 2000.
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
 * Returns the scope with half the period. A length such as `1w` is halved; any other period loses a quarter of its length at
 * each end. A result nearly equal to the period before the first zoom restores that one. The same scope when the result would
 * be too short: below a quarter of an hour for a length, else below a minute.
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

/**
 * Returns true when the period can move later: it is absolute, and its end is at least 15 minutes before `now` (epoch ms;
 * specification 1, section 4).
 */
export const canPanRight = (scope: Scope, now: number): boolean =>
  scope.type === 'absolute' && scope.absEndDate !== null && scope.absEndDate <= now - QUARTER_MS

/**
 * Returns the scope with the period moved by half its length, earlier (-1) or later (1); the moved period is absolute. A
 * later one ends at the start of the current minute at the latest. A result nearly equal to the period before the first zoom
 * restores that one. The same scope when it cannot move.
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
