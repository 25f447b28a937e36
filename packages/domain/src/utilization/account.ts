import type { Shift } from '../shifts/index.ts'
import { DOWN, OFFLINE, POWERED_OFF, RUNNING, type Status } from '../status/index.ts'
import type { Range } from '../time/index.ts'
import { type SettingsFrom, settingsAt } from '../tree/index.ts'
import type { Standing } from './standing.ts'
import { type MachineTime, OUTSIDE, type Stretch, stretchesOf } from './stretches.ts'
import { type TimeClass, timeClass } from './sums.ts'

/** What a stretch of a machine's time counts as: as run, as scheduled time in which it did not run, or why as nothing. */
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

/** Whether time that counts so is effective run (domain, section 5). */
export const isEffectiveRun = (as: CountsAs): boolean => runs.has(as)

/** Whether time that counts so is scheduled time. */
export const isScheduled = (as: CountsAs): boolean => scheduled.has(as)

/** A stretch `[from, to)` (epoch ms) of one status, inside one piece of shift history or outside all, that counts as one thing. */
export interface AccountEntry extends Range {
  readonly status: Status
  readonly shift: Shift | typeof OUTSIDE
  readonly as: CountsAs
}

/** How an account is asked for. */
export interface AccountChoices {
  /** 1 to 3; null: all. */
  readonly shift: Shift | null
  /** Where the machine stood as seen from a unit; null: its own figures, wherever it stood. */
  readonly standing: Standing | null
}

/**
 * The figures of a machine stretch by stretch: all of its time inside `within` and before `now` from its first evidence on,
 * ascending and without gaps, each with what it counts as. The lengths of those that are effective run, and of those that
 * are scheduled, sum to the figures to the millisecond (domain, section 5).
 */
export function accountOf(machine: MachineTime, within: Range, now: number, choices: AccountChoices): AccountEntry[] {
  const { standing } = choices
  const places = standing === null ? [] : Object.values<readonly Range[]>({ ...standing }).flat()
  const edges = [...machine.settings.map((one) => one.from), ...places.flatMap(({ from, to }) => [from, to])]
  const cuts = [...new Set(edges)].sort((a, b) => a - b)
  const entries: AccountEntry[] = []
  for (const stretch of stretchesOf(machine, within, now)) {
    let { from } = stretch
    for (const to of [...cuts.filter((at) => at > stretch.from && at < stretch.to), stretch.to]) {
      add(entries, entryOf(stretch, { from, to }, settingsAt(machine.settings, from), choices))
      from = to
    }
  }
  return entries
}

function entryOf(stretch: Stretch, range: Range, settings: SettingsFrom, choices: AccountChoices): AccountEntry {
  return {
    ...range,
    status: statusOf(stretch.timeClass),
    shift: stretch.shift,
    as: asOf(range.from, stretch, settings, choices),
  }
}

/** With a shift chosen only time inside it is left out; while archived no time is inside a shift, so that stays visible. */
function asOf(at: number, stretch: Stretch, settings: SettingsFrom, choices: AccountChoices): CountsAs {
  const leftOut = leftOutAs(at, settings, choices)
  if (leftOut !== 'archived' && choices.shift !== null && stretch.shift !== choices.shift) return 'other_shift'
  return leftOut ?? countedAs(stretch, settings)
}

function leftOutAs(at: number, { active }: SettingsFrom, { standing }: AccountChoices): CountsAs | undefined {
  for (const why of ['elsewhere', 'archived', 'excluded'] as const)
    if (standing?.[why].some(({ from, to }) => from <= at && at < to)) return why
  return active ? undefined : 'archived'
}

function countedAs({ timeClass: as, shift }: Stretch, settings: SettingsFrom): CountsAs {
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

/** What goes on as it was is one stretch: a change of settings that changes nothing here does not show. */
function add(entries: AccountEntry[], entry: AccountEntry): void {
  const last = entries.at(-1)
  const isSame = last?.to === entry.from && last.as === entry.as && last.status === entry.status
  if (isSame && last.shift === entry.shift) entries[entries.length - 1] = { ...last, to: entry.to }
  else entries.push(entry)
}

/** Effective run and scheduled time of an account, in ms. */
export function sumAccount(entries: Iterable<AccountEntry>): { effectiveRunMs: number; scheduledMs: number } {
  const sum = { effectiveRunMs: 0, scheduledMs: 0 }
  for (const { from, to, as } of entries) {
    if (isEffectiveRun(as)) sum.effectiveRunMs += to - from
    if (isScheduled(as)) sum.scheduledMs += to - from
  }
  return sum
}
