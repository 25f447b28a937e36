import { type DatedRange, datedRanges } from '../shifts/index.ts'
import { firstEndingAfter, firstIndex, joined, partsWithin, type Range } from '../time/index.ts'
import { rangesWhere, type SettingsFrom, settingsAt } from '../tree/index.ts'
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
  return partsWithin(joined(datedRanges(data.shifts), BREAK_MS), countedRanges(data))
}

/** Returns true when the machine is not archived at an instant (epoch ms). */
export const isActiveAt = (settings: readonly SettingsFrom[], at: number): boolean => settingsAt(settings, at).active

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
    const i = firstEndingAfter(this.#ranges, instant)
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
    return this.#instant(scheduledMs, (elapsedMs) => elapsedMs >= scheduledMs)
  }

  /**
   * Returns the last instant (epoch ms) up to which there is not more than `scheduledMs` of scheduled time; `Infinity` if there
   * never is more.
   */
  lastInstantOf(scheduledMs: number): number {
    return this.#instant(scheduledMs, (elapsedMs) => elapsedMs > scheduledMs)
  }

  /**
   * Returns the instant of `scheduledMs` in the first range at whose end `isReached` is true of the scheduled time up to there.
   */
  #instant(scheduledMs: number, isReached: (elapsedMs: number) => boolean): number {
    const i = firstIndex(this.#ranges.length, (at) => isReached(this.#before[at + 1] as number))
    const range = this.#ranges[i]
    return range === undefined ? Number.POSITIVE_INFINITY : range.from + scheduledMs - (this.#before[i] as number)
  }
}
