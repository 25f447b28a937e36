import type { Shift } from '../shifts/index.ts'
import { DOWN, OFFLINE, POWERED_OFF, RUNNING, type Status } from '../status/index.ts'
import type { Range } from '../time/index.ts'
import { type SettingsFrom, settingsAt } from '../tree/index.ts'
import { type ClassifiedInterval, classifiedIntervals, type MachineTime, OUTSIDE } from './classified-intervals.ts'
import { type TimeClass, timeClass } from './sums.ts'
import type { TimeInUnit } from './time-in-unit.ts'

/**
 * Categories of a machine's time in its account. The first three are running, with the reason why it counts or not; those
 * from `unscheduled` on are neither effective run nor scheduled.
 */
export const countsAs = [
  'running',
  'running_outside_counted',
  'running_outside_left_out',
  'short_downtime_counted',
  'short_downtime_left_out',
  'excessive_downtime',
  'offline',
  'powered_off',
  'unscheduled',
  'other_shift',
  'archived',
  'excluded',
  'elsewhere',
] as const
export type CountsAs = (typeof countsAs)[number]

const runs: ReadonlySet<CountsAs> = new Set(['running', 'running_outside_counted', 'short_downtime_counted'])
const scheduled: ReadonlySet<CountsAs> = new Set([
  'running',
  'short_downtime_counted',
  'short_downtime_left_out',
  'excessive_downtime',
  'offline',
  'powered_off',
])

/** Returns true when time in this category is effective run (domain, section 5). */
export const isEffectiveRun = (as: CountsAs): boolean => runs.has(as)

/** Returns true when time in this category is scheduled time. */
export const isScheduled = (as: CountsAs): boolean => scheduled.has(as)

/**
 * Interval `[from, to)` (epoch ms) of one status and one category, inside one piece of shift history, or outside all of it
 * (`shift` is `OUTSIDE`).
 */
export interface AccountEntry extends Range {
  readonly status: Status
  readonly shift: Shift | typeof OUTSIDE
  readonly as: CountsAs
}

/** Shift and unit for which an account is made. */
export interface AccountChoices {
  /** Shift to include: 1 to 3, or 0 for scheduled time without a shift; null: all. */
  readonly shift: Shift | null
  /** Times of the machine by its part in the sums of a unit; null: the account is of the machine alone, in any unit. */
  readonly inUnit: TimeInUnit | null
}

/**
 * Returns the account of a machine: its time as entries, each with its category, ascending and without gaps. It covers all
 * time inside `within` and before `now` (epoch ms) from the machine's first evidence on. The lengths of its effective-run
 * entries, and of its scheduled ones, sum to the figures to the millisecond (domain, section 5).
 */
export function accountOf(machine: MachineTime, within: Range, now: number, choices: AccountChoices): AccountEntry[] {
  const { inUnit } = choices
  const places = inUnit === null ? [] : Object.values<readonly Range[]>({ ...inUnit }).flat()
  const edges = [...machine.settings.map((entry) => entry.from), ...places.flatMap(({ from, to }) => [from, to])]
  const cuts = [...new Set(edges)].sort((a, b) => a - b)
  const entries: AccountEntry[] = []
  for (const interval of classifiedIntervals(machine, within, now)) {
    let { from } = interval
    for (const to of [...cuts.filter((at) => at > interval.from && at < interval.to), interval.to]) {
      add(entries, entryOf(interval, { from, to }, settingsAt(machine.settings, from), choices))
      from = to
    }
  }
  return entries
}

function entryOf(
  interval: ClassifiedInterval,
  range: Range,
  settings: SettingsFrom,
  choices: AccountChoices,
): AccountEntry {
  return {
    ...range,
    status: statusOf(interval.timeClass),
    shift: interval.shift,
    as: asOf(range.from, interval, settings, choices),
  }
}

/**
 * Returns the category of an interval. With a chosen shift, time outside it is `other_shift`. Archived time is never inside a
 * shift, so it stays visible as `archived`.
 */
function asOf(at: number, interval: ClassifiedInterval, settings: SettingsFrom, choices: AccountChoices): CountsAs {
  const leftOut = leftOutAs(at, settings, choices)
  if (leftOut !== 'archived' && choices.shift !== null && interval.shift !== choices.shift) return 'other_shift'
  return leftOut ?? countedAs(interval, settings)
}

function leftOutAs(at: number, { active }: SettingsFrom, { inUnit }: AccountChoices): CountsAs | undefined {
  for (const why of ['elsewhere', 'archived', 'excluded'] as const)
    if (inUnit?.[why].some(({ from, to }) => from <= at && at < to)) return why
  return active ? undefined : 'archived'
}

function countedAs({ timeClass: as, shift }: ClassifiedInterval, settings: SettingsFrom): CountsAs {
  if (shift === OUTSIDE) {
    if (as !== timeClass.running) return 'unscheduled'
    return settings.utilCappedBySchedule ? 'running_outside_left_out' : 'running_outside_counted'
  }
  if (as === timeClass.downShort) return settings.utilInclLtXsfDt ? 'short_downtime_counted' : 'short_downtime_left_out'
  return insideAs[as]
}

const insideAs: Record<Exclude<TimeClass, typeof timeClass.downShort>, CountsAs> = {
  [timeClass.running]: 'running',
  [timeClass.downExcessive]: 'excessive_downtime',
  [timeClass.offline]: 'offline',
  [timeClass.poweredOff]: 'powered_off',
}

function statusOf(as: TimeClass): Status {
  if (as === timeClass.running) return RUNNING
  if (as === timeClass.offline) return OFFLINE
  return as === timeClass.poweredOff ? POWERED_OFF : DOWN
}

/** Appends an entry to `entries`, or extends the last one when the entry follows it with the same category, status and shift. */
function add(entries: AccountEntry[], entry: AccountEntry): void {
  const last = entries.at(-1)
  const isSame = last?.to === entry.from && last.as === entry.as && last.status === entry.status
  if (isSame && last.shift === entry.shift) entries[entries.length - 1] = { ...last, to: entry.to }
  else entries.push(entry)
}

/** Returns the sums of effective run and of scheduled time of the entries, in ms. */
export function sumAccount(entries: Iterable<AccountEntry>): { effectiveRunMs: number; scheduledMs: number } {
  const sum = { effectiveRunMs: 0, scheduledMs: 0 }
  for (const { from, to, as } of entries) {
    if (isEffectiveRun(as)) sum.effectiveRunMs += to - from
    if (isScheduled(as)) sum.scheduledMs += to - from
  }
  return sum
}
