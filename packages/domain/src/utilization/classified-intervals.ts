import type { DatedRange, Shift } from '../shifts/index.ts'
import { DOWN, firstIntervalAfter, type Interval, OFFLINE, RUNNING, type Status } from '../status/index.ts'
import { firstEndingAfter, msWithin, partsWithin, type Range } from '../time/index.ts'
import { type SettingsFrom, settingsAt } from '../tree/index.ts'
import { SUM, type Sums, type TimeClass, timeClass } from './sums.ts'

/** Value of `shift` for time outside all shift history. */
export const OUTSIDE = -1

/** Interval `[from, to)` (epoch ms) of one time class and one shift. */
export interface ClassifiedInterval extends Range {
  readonly timeClass: TimeClass
  readonly shift: Shift | typeof OUTSIDE
  /** Local day to which the shift belongs, as 20260308; 0 when `shift` is `OUTSIDE`. */
  readonly shiftDate: number
}

/** Data of a machine from which its figures are computed. */
export interface MachineTime {
  /** Status intervals, ascending and uncut, at least all that touch the requested range. */
  readonly intervals: readonly Interval[]
  /** Shift history by day (`datedRanges`), ascending, at least for the requested range and for the stops that touch it. */
  readonly shifts: readonly DatedRange[]
  /** Complete history of settings, ascending. */
  readonly settings: readonly SettingsFrom[]
}

/**
 * Returns the parts of shift history in which the machine is not archived, ascending (domain, section 4). Only these
 * count as scheduled time.
 */
export function countedShifts({ shifts, settings }: Pick<MachineTime, 'shifts' | 'settings'>): readonly DatedRange[] {
  if (settings.every((entry) => entry.active)) return shifts
  const active = settings.flatMap((entry, i) => {
    const from = i === 0 ? Number.NEGATIVE_INFINITY : entry.from
    return entry.active ? [{ from, to: settings[i + 1]?.from ?? Number.POSITIVE_INFINITY }] : []
  })
  return partsWithin(shifts, active)
}

/**
 * Returns true when a stop is excessive: its scheduled time is at least the threshold in force at its start (domain, section
 * 5). `counted` comes from `countedShifts`; pass an open stop with now as its end.
 */
export function isExcessive(stop: Range, counted: readonly Range[], settings: readonly SettingsFrom[]): boolean {
  return excessOf(stop, counted, settings) !== null
}

/** An excessive stop's scheduled time, and the threshold in force at its start; ms. */
export interface Excess {
  readonly scheduledMs: number
  readonly thresholdMs: number
}

/** Returns the scheduled time in an excessive stop, and its threshold; null when it is not excessive. See `isExcessive`. */
export function excessOf(stop: Range, counted: readonly Range[], settings: readonly SettingsFrom[]): Excess | null {
  const scheduledMs = msWithin(stop, counted)
  const thresholdMs = settingsAt(settings, stop.from).excessiveDowntimeThresholdMs
  return scheduledMs >= thresholdMs ? { scheduledMs, thresholdMs } : null
}

/**
 * Returns the time of a machine as intervals with their time class and shift, inside `within` and before `now` (epoch ms). They
 * are ascending and without gaps, from the machine's first evidence on (domain, sections 4 and 5).
 */
export function classifiedIntervals(machine: MachineTime, within: Range, now: number): ClassifiedInterval[] {
  const counted = countedShifts(machine)
  const until = Math.min(within.to, now)
  const intervals: ClassifiedInterval[] = []
  for (let i = firstIntervalAfter(machine.intervals, within.from); i < machine.intervals.length; i++) {
    const { status, startedAt, endedAt } = machine.intervals[i] as Interval
    const from = Math.max(startedAt, within.from)
    const to = Math.min(endedAt ?? until, until)
    if (from >= until) break
    if (from >= to) continue
    const whole = { from: startedAt, to: endedAt ?? now }
    const as = status === DOWN ? classOfStop(whole, counted, machine.settings) : classOfStatus(status)
    cutByShift(intervals, { from, to }, as, counted)
  }
  return intervals
}

const classOfStop = (stop: Range, counted: readonly Range[], settings: readonly SettingsFrom[]): TimeClass =>
  isExcessive(stop, counted, settings) ? timeClass.downExcessive : timeClass.downShort

function classOfStatus(status: Exclude<Status, typeof DOWN>): TimeClass {
  if (status === RUNNING) return timeClass.running
  return status === OFFLINE ? timeClass.offline : timeClass.poweredOff
}

function cutByShift(
  intervals: ClassifiedInterval[],
  { from, to }: Range,
  as: TimeClass,
  counted: readonly DatedRange[],
): void {
  let cursor = from
  for (let i = firstEndingAfter(counted, from); i < counted.length && cursor < to; i++) {
    const range = counted[i] as DatedRange
    if (range.from >= to) break
    if (range.from > cursor)
      intervals.push({ from: cursor, to: range.from, timeClass: as, shift: OUTSIDE, shiftDate: 0 })
    const start = Math.max(cursor, range.from)
    const end = Math.min(to, range.to)
    intervals.push({ from: start, to: end, timeClass: as, shift: range.shift, shiftDate: range.shiftDate })
    cursor = end
  }
  if (cursor < to) intervals.push({ from: cursor, to, timeClass: as, shift: OUTSIDE, shiftDate: 0 })
}

/**
 * Adds the ms of an interval that lie inside `[from, to)` (epoch ms) to `sums`, which it changes, at the time class of the
 * interval, inside or outside shifts.
 */
export function addInterval(sums: Sums, interval: ClassifiedInterval, from: number, to: number): void {
  const ms = Math.min(interval.to, to) - Math.max(interval.from, from)
  if (ms <= 0) return
  const place = (interval.shift === OUTSIDE ? SUM.outside : SUM.inside) + interval.timeClass
  sums[place] = (sums[place] as number) + ms
}

/**
 * Returns the range of shift history that contains an instant (epoch ms); undefined if none does. `counted` is in order of time.
 */
export function shiftAt(counted: readonly DatedRange[], at: number): DatedRange | undefined {
  const range = counted[firstEndingAfter(counted, at)]
  return range !== undefined && range.from <= at ? range : undefined
}
