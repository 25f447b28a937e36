import { type DatedRange, datedRanges } from '../shifts/index.ts'
import type { Range } from '../time/index.ts'
import { type SettingsFrom, settingsAt } from '../tree/index.ts'
import { countedShifts } from '../utilization/index.ts'
import type { AlarmData } from './rule.ts'

/** Longest break (ms) that does not end the scheduled time of a shift: that of shift occurrences (domain, section 4). */
export const BREAK_MS = 1_800_000

/** Returns the scheduled time of a machine by shift and day, ascending, without time in which it is archived. */
export const scheduledOf = ({ shifts, settings }: Pick<AlarmData, 'shifts' | 'settings'>): readonly DatedRange[] =>
  countedShifts({ shifts: datedRanges(shifts), settings })

/**
 * Returns the ranges in which shift history of a machine counts: from its first evidence on, while it is active. The
 * last one may end at `Infinity`; none without evidence.
 */
export const countedRanges = ({ beganAt, settings }: Pick<AlarmData, 'beganAt' | 'settings'>): Range[] =>
  beganAt === null
    ? []
    : rangesWhere(settings, (entry) => entry.active, { from: beganAt, to: Number.POSITIVE_INFINITY })

/**
 * Returns the scheduled time of all shifts together as ascending ranges; breaks of at most 30 minutes belong to a range. Time
 * before the first evidence of the machine and time in which it is archived are left out, so a range ends where the machine is
 * archived, and a new one begins where it is restored.
 */
export function shiftsWithoutBreaks(data: Pick<AlarmData, 'beganAt' | 'shifts' | 'settings'>): Range[] {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of datedRanges(data.shifts)) {
    const last = joined.at(-1)
    if (last !== undefined && from - last.to <= BREAK_MS) last.to = to
    else joined.push({ from, to })
  }
  return common(joined, countedRanges(data))
}

/**
 * Returns the parts of `[from, to)` in which `isOn` is true of the settings in force, ascending; parts that touch are
 * one. `settings` ascend, and the first entry also counts before its start.
 */
export function rangesWhere<Settings extends { readonly from: number }>(
  settings: readonly Settings[],
  isOn: (entry: Settings) => boolean,
  { from, to }: Range,
): Range[] {
  const ranges: { from: number; to: number }[] = []
  const edges = [from, ...settings.map((entry) => entry.from).filter((at) => at > from && at < to), to]
  for (let i = 0; i + 1 < edges.length; i++) {
    const [start, end] = [edges[i] as number, edges[i + 1] as number]
    if (start >= end || !isOn(settingsAt(settings, start))) continue
    const last = ranges.at(-1)
    if (last?.to === start) last.to = end
    else ranges.push({ from: start, to: end })
  }
  return ranges
}

/**
 * Returns the ranges in which a range of `left` and a range of `right` overlap, ascending and none of them empty. Each list
 * ascends, and its ranges do not overlap each other.
 */
export function common(left: readonly Range[], right: readonly Range[]): Range[] {
  const ranges: Range[] = []
  for (let i = 0, k = 0; i < left.length && k < right.length; ) {
    const [a, b] = [left[i] as Range, right[k] as Range]
    const from = Math.max(a.from, b.from)
    const to = Math.min(a.to, b.to)
    if (from < to) ranges.push({ from, to })
    if (a.to < b.to) i++
    else k++
  }
  return ranges
}

/** Returns true when the machine is not archived at an instant (epoch ms). */
export const isActiveAt = (settings: readonly SettingsFrom[], at: number): boolean => settingsAt(settings, at).active

/**
 * Returns the index of the first of ascending entries that is at `at` or after it; the length of the list when there is
 * none.
 */
export function firstFrom(entries: readonly { readonly at: number }[], at: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Clock of scheduled time, which stands still outside the ranges. Instants are epoch ms; a time of the clock is the scheduled ms
 * from the start of the first range.
 */
export class ScheduledClock {
  readonly #ranges: readonly Range[]
  readonly #before: Float64Array

  constructor(ranges: readonly Range[]) {
    this.#ranges = ranges
    this.#before = new Float64Array(ranges.length + 1)
    for (const [i, { from, to }] of ranges.entries()) this.#before[i + 1] = (this.#before[i] as number) + to - from
  }

  /** Returns the scheduled time (ms) from the first range up to an instant (epoch ms). */
  at(instant: number): number {
    const i = this.#firstEndingAfter(instant)
    const range = this.#ranges[i]
    const before = this.#before[i] as number
    return range === undefined ? before : before + Math.max(0, instant - range.from)
  }

  /**
   * Returns the first instant (epoch ms) up to which there are `scheduledMs` of scheduled time: `Infinity` if there never are,
   * and the start of the first range for 0 or less.
   */
  instantOf(scheduledMs: number): number {
    if (scheduledMs <= 0) return this.#ranges[0]?.from ?? Number.POSITIVE_INFINITY
    let low = 0
    let high = this.#ranges.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#before[middle + 1] as number) < scheduledMs) low = middle + 1
      else high = middle
    }
    const range = this.#ranges[low]
    return range === undefined ? Number.POSITIVE_INFINITY : range.from + scheduledMs - (this.#before[low] as number)
  }

  /**
   * Returns the last instant (epoch ms) up to which there is not more than `scheduledMs` of scheduled time; `Infinity` if there
   * never is more.
   */
  lastInstantOf(scheduledMs: number): number {
    let low = 0
    let high = this.#ranges.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#before[middle + 1] as number) <= scheduledMs) low = middle + 1
      else high = middle
    }
    const range = this.#ranges[low]
    return range === undefined ? Number.POSITIVE_INFINITY : range.from + scheduledMs - (this.#before[low] as number)
  }

  #firstEndingAfter(instant: number): number {
    let low = 0
    let high = this.#ranges.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ranges[middle] as Range).to <= instant) low = middle + 1
      else high = middle
    }
    return low
  }
}
