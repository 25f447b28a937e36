import { firstIndex, HOUR_MS, partsWithin, type Range } from '../time/index.ts'
import { type AlarmRule, type AlarmSpan, type LevelPiece, SHIFTS_AHEAD_MS } from './alarm-rule.ts'
import type { AlarmArgs, AlarmType } from './alarm-type.ts'
import { numberArg } from './args.ts'
import type { AlarmData, CountedCycles } from './rule.ts'
import { ScheduledClock, scheduledOf, shiftsWithoutBreaks } from './schedule-of-alarm.ts'
import { BREAK_WITHIN_MS, isScheduledOnly, scheduledOnly } from './scheduled-only.ts'

/** Alarm type 1. It is tripped while the machine has made fewer cycles than a number in the last 60 minutes. */
export const cyclesPerHour = {
  id: 1,
  name: 'Cycles per hour',
  description: 'Trips when the machine has made fewer cycles than this in the last 60 minutes.',
  argsTemplate: {
    cycles: {
      type: 'number',
      label: 'Fewer cycles than',
      description: 'Cycles in the last 60 minutes. At exactly this number the alarm does not trip.',
      placeholder: 'Cycles',
      order: 1,
      min: 1,
      max: 1_000_000,
      step: 1,
    },
    scheduled_only: {
      ...scheduledOnly,
      description: 'Counts the last 60 minutes of scheduled time, from the first scheduled hour on.',
      order: 2,
    },
  },
  limit: { arg: 'cycles', reads: ['scheduled_only'], beyond: 'below' },
  pmEnabled: false,
  trippable: true,
  outputs: true,
  repeats: true,
} as const satisfies AlarmType

/**
 * Longest time (ms, 24 hours) before an instant in which its last scheduled hour is looked for; breaks of at most 30 minutes may
 * interrupt that hour.
 */
const SCHEDULED_HOUR_WITHIN_MS = 86_400_000

/**
 * Rule of type 1. A cycle that ended at `c` counts from `c` on, until the hour after it has passed. The alarm is evaluated once
 * the machine has been known and active for an hour. With `scheduled_only` the hour is one of scheduled time: in each range of
 * scheduled time, which breaks of at most 30 minutes do not end, the alarm is evaluated from when its first scheduled hour is
 * over until the end of the range. Breaks add nothing to the hour, but cycles in them count.
 */
export const cyclesPerHourRule: AlarmRule = {
  needs: (args) =>
    isScheduledOnly(args)
      ? { cyclesMs: SCHEDULED_HOUR_WITHIN_MS, shiftsMs: SCHEDULED_HOUR_WITHIN_MS, shiftReachMs: BREAK_WITHIN_MS }
      : { cyclesMs: HOUR_MS, shiftReachMs: 0 },
  spans: ({ args, data, ranges }) => {
    const least = numberArg(args, 'cycles')
    return hoursOf(args, data, ranges).flatMap((hour) => spansOf(data.cycles, least, hour))
  },
  levels: ({ args, data, ranges }) => {
    const pieces: LevelPiece[] = []
    for (const hour of hoursOf(args, data, ranges))
      countOver(data.cycles, hour, (from, to, counted) => pieces.push({ from, to, first: counted, last: counted }))
    return pieces
  },
  foreseesMs: SHIFTS_AHEAD_MS,
}

/**
 * Returns the instant (epoch ms) after which cycles are needed to evaluate a cycles-per-hour alarm at `from`: 60 minutes earlier
 * or, with `scheduled_only`, 60 scheduled minutes earlier, but at most 24 hours before `from`.
 */
export function cyclesNeededFrom(args: AlarmArgs, from: number, data: Pick<AlarmData, 'shifts' | 'settings'>): number {
  if (!isScheduledOnly(args)) return from - HOUR_MS
  const clock = new ScheduledClock(scheduledOf(data))
  return Math.max(from - SCHEDULED_HOUR_WITHIN_MS, Math.min(from, clock.instantOf(clock.at(from) - HOUR_MS)))
}

/**
 * Range (epoch ms) in which the alarm is evaluated, with functions for the hour, by the clock or of scheduled time, that counts
 * at an instant.
 */
interface HourRange extends Range {
  /** Returns the instant (epoch ms) from which a cycle that ended at `at` no longer counts. */
  readonly endOf: (at: number) => number
  /** Returns the start (epoch ms) of the hour, by the clock or of scheduled time, that ends at `at`. */
  readonly startOf: (at: number) => number
}

const hoursOf = (args: AlarmArgs, data: AlarmData, ranges: readonly Range[]): HourRange[] =>
  isScheduledOnly(args) ? scheduledHours(data, ranges) : wallHours(data, ranges)

function wallHours({ beganAt, settings }: AlarmData, ranges: readonly Range[]): HourRange[] {
  return ranges.flatMap(({ from, to }): HourRange[] => {
    const activeFrom = activeSince(settings, from)
    const begin = Math.max(from, (beganAt ?? Number.POSITIVE_INFINITY) + HOUR_MS, activeFrom + HOUR_MS)
    if (begin >= to) return []
    return [{ from: begin, to, endOf: (at) => at + HOUR_MS, startOf: (at) => at - HOUR_MS }]
  })
}

/**
 * Returns the instant from which a machine that is active at `at` has been active without a break; `-Infinity` if it was never
 * archived before.
 */
function activeSince(settings: AlarmData['settings'], at: number): number {
  const entries = settings.filter((entry) => entry.from <= at)
  const archived = entries.findLastIndex((entry) => !entry.active)
  return archived < 0 ? Number.NEGATIVE_INFINITY : (entries[archived + 1]?.from ?? at)
}

function scheduledHours(data: AlarmData, ranges: readonly Range[]): HourRange[] {
  const clock = new ScheduledClock(scheduledOf(data))
  const evaluated = shiftsWithoutBreaks(data).flatMap(({ from, to }) => {
    const begin = clock.instantOf(clock.at(from) + HOUR_MS)
    return begin < to ? [{ from: begin, to }] : []
  })
  return partsWithin(evaluated, ranges).map((range) => ({
    ...range,
    endOf: (at) => clock.instantOf(clock.at(at) + HOUR_MS),
    startOf: (at) => clock.lastInstantOf(clock.at(at) - HOUR_MS),
  }))
}

/**
 * Returns the spans of a range in which fewer than `least` cycles count, ascending. The value of a span is the count at its start
 * and the start of the hour that was counted.
 */
function spansOf(cycles: readonly CountedCycles[], least: number, hour: HourRange): AlarmSpan[] {
  const spans: AlarmSpan[] = []
  let begin: { at: number; amount: number } | null = null
  const add = (to: number) => {
    if (begin !== null)
      spans.push({ from: begin.at, to, value: { amount: begin.amount, since: hour.startOf(begin.at) } })
    begin = null
  }
  countOver(cycles, hour, (from, _, counted) => {
    if (counted >= least) add(from)
    else begin ??= { at: from, amount: counted }
  })
  add(hour.to)
  return spans
}

/** Calls `take` with the pieces of a range, one after the other without gaps, in which the same number of cycles counts. */
function countOver(
  cycles: readonly CountedCycles[],
  { from, to, endOf, startOf }: HourRange,
  take: (from: number, to: number, counted: number) => void,
): void {
  const start = startOf(from)
  let enters = firstIndex(cycles.length, (i) => (cycles[i] as CountedCycles).at > start)
  while (enters > 0 && endOf((cycles[enters - 1] as CountedCycles).at) > from) enters--
  let leaves = enters
  let counted = 0
  for (let at = from; at < to; ) {
    for (; (cycles[enters]?.at ?? Number.POSITIVE_INFINITY) <= at; enters++) counted += cycles[enters]?.count ?? 0
    for (; leaves < enters && endOf((cycles[leaves] as CountedCycles).at) <= at; leaves++)
      counted -= cycles[leaves]?.count ?? 0
    const leave = leaves < enters ? endOf((cycles[leaves] as CountedCycles).at) : Number.POSITIVE_INFINITY
    const next = Math.min(to, leave, cycles[enters]?.at ?? Number.POSITIVE_INFINITY)
    take(at, next, counted)
    at = next
  }
}
