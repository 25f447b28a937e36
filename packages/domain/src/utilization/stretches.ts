import type { Shift, ShiftPiece } from '../shifts/index.ts'
import { DOWN, type Interval, OFFLINE, RUNNING, type Status } from '../status/index.ts'
import type { Range } from '../time/index.ts'
import { type SettingsFrom, settingsAt } from '../tree/index.ts'
import { SUM, type Sums, type TimeClass, timeClass } from './sums.ts'

/** Outside all shift history. */
export const OUTSIDE = -1

/** A stretch `[from, to)` (epoch ms) in which nothing that figures rest on changes. */
export interface Stretch extends Range {
  readonly timeClass: TimeClass
  readonly shift: Shift | typeof OUTSIDE
  /** The day the shift belongs to, as 20260308; 0 outside. */
  readonly shiftDate: number
}

/** What is known of a machine's time. */
export interface MachineTime {
  /** Ascending, at least all that touch the stretch asked about, uncut. */
  readonly intervals: readonly Interval[]
  /** Shift history by day (`shiftPieces`), ascending, at least all of the stretch and of the stops that touch it. */
  readonly shifts: readonly ShiftPiece[]
  /** All of it, ascending. */
  readonly settings: readonly SettingsFrom[]
}

/** Shift history in so far as it counts: not while the machine is archived (domain, section 4). */
export function countedShifts({ shifts, settings }: Pick<MachineTime, 'shifts' | 'settings'>): readonly ShiftPiece[] {
  if (settings.every((one) => one.active)) return shifts
  return shifts.flatMap((piece) =>
    settings.flatMap((one, i) => {
      const from = Math.max(piece.from, i === 0 ? piece.from : one.from)
      const to = Math.min(piece.to, settings[i + 1]?.from ?? piece.to)
      return one.active && from < to ? [{ ...piece, from, to }] : []
    }),
  )
}

/** How much of a span lies inside shift history that counts, in ms; `counted` ascending and not overlapping. */
export function scheduledMsOf(span: Range, counted: readonly Range[]): number {
  let ms = 0
  for (let i = firstAfter(counted, span.from); i < counted.length; i++) {
    const { from, to } = counted[i] as Range
    if (from >= span.to) break
    ms += Math.min(to, span.to) - Math.max(from, span.from)
  }
  return ms
}

/**
 * Whether a stop is excessive: with at least the threshold in force at its start of scheduled time in it (domain, section
 * 5). `counted` as of `countedShifts`; an open stop ends now.
 */
export function isExcessive(stop: Range, counted: readonly Range[], settings: readonly SettingsFrom[]): boolean {
  return scheduledMsOf(stop, counted) >= settingsAt(settings, stop.from).excessiveDowntimeThresholdMs
}

/**
 * What each part of a machine's time counts as, inside `within` and before `now` (epoch ms): ascending, without gaps from
 * the machine's first evidence on (domain, sections 4 and 5).
 */
export function stretchesOf(machine: MachineTime, within: Range, now: number): Stretch[] {
  const counted = countedShifts(machine)
  const until = Math.min(within.to, now)
  const stretches: Stretch[] = []
  for (let i = firstAfter(machine.intervals, within.from); i < machine.intervals.length; i++) {
    const { status, startedAt, endedAt } = machine.intervals[i] as Interval
    const from = Math.max(startedAt, within.from)
    const to = Math.min(endedAt ?? until, until)
    if (from >= until) break
    if (from >= to) continue
    const whole = { from: startedAt, to: endedAt ?? now }
    const as = status === DOWN ? classOfStop(whole, counted, machine.settings) : classOfStatus(status)
    cutByShift(stretches, { from, to }, as, counted)
  }
  return stretches
}

const classOfStop = (stop: Range, counted: readonly Range[], settings: readonly SettingsFrom[]): TimeClass =>
  isExcessive(stop, counted, settings) ? timeClass.downExcessive : timeClass.downShort

function classOfStatus(status: Exclude<Status, typeof DOWN>): TimeClass {
  if (status === RUNNING) return timeClass.running
  return status === OFFLINE ? timeClass.offline : timeClass.poweredOff
}

function cutByShift(stretches: Stretch[], { from, to }: Range, as: TimeClass, counted: readonly ShiftPiece[]): void {
  let cursor = from
  for (let i = firstAfter(counted, from); i < counted.length && cursor < to; i++) {
    const piece = counted[i] as ShiftPiece
    if (piece.from >= to) break
    if (piece.from > cursor)
      stretches.push({ from: cursor, to: piece.from, timeClass: as, shift: OUTSIDE, shiftDate: 0 })
    const start = Math.max(cursor, piece.from)
    const end = Math.min(to, piece.to)
    stretches.push({ from: start, to: end, timeClass: as, shift: piece.shift, shiftDate: piece.shiftDate })
    cursor = end
  }
  if (cursor < to) stretches.push({ from: cursor, to, timeClass: as, shift: OUTSIDE, shiftDate: 0 })
}

/** The index of the first of ascending spans that ends after `at`. */
function firstAfter(spans: readonly (Range | Interval)[], at: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (endOf(spans[middle] as Range | Interval) <= at) low = middle + 1
    else high = middle
  }
  return low
}

const endOf = (span: Range | Interval): number => ('to' in span ? span.to : (span.endedAt ?? Number.MAX_SAFE_INTEGER))

/** Adds the time of a stretch, clipped to `[from, to)`, to sums. */
export function addStretch(sums: Sums, stretch: Stretch, from: number, to: number): void {
  const ms = Math.min(stretch.to, to) - Math.max(stretch.from, from)
  if (ms <= 0) return
  const place = (stretch.shift === OUTSIDE ? SUM.outside : SUM.inside) + stretch.timeClass
  sums[place] = (sums[place] as number) + ms
}

/** The piece of shift history that holds an instant; undefined outside all. */
export function shiftAt(counted: readonly ShiftPiece[], at: number): ShiftPiece | undefined {
  const piece = counted[firstAfter(counted, at)]
  return piece !== undefined && piece.from <= at ? piece : undefined
}
