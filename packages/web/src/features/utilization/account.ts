import { type CountsAs, isEffectiveRun, isScheduled } from '@millwatch/domain/utilization'
import { csvRows } from '../../lib/csv.ts'
import { shiftWords } from '../../ui/shifts.ts'
import { type StatusKey, statusKey, statusText } from '../../ui/status.ts'
import type { AccountPage, Shares } from './queries.ts'

/** Interval in the account of a machine's time. */
export interface AccountLine {
  /** Start and end, epoch ms, `[from, to)`. */
  readonly from: number
  readonly to: number
  readonly status: StatusKey
  /** Shift 0 to 3; null: outside of the shift history. */
  readonly shift: number | null
  readonly as: CountsAs
  /** Effective run and scheduled time in the interval; each is all of it or nothing. */
  readonly runMs: number
  readonly scheduledMs: number
}

const ms = (seconds: number): number => Math.round(seconds * 1000)

/**
 * Returns the intervals of pages, in the order of the pages. Instants are epoch ms; `runMs` and `scheduledMs` are the whole
 * length of an interval, or 0 if it does not count as such.
 */
export function linesOf(pages: readonly Pick<AccountPage, 'data'>[]): AccountLine[] {
  return pages.flatMap(({ data }) =>
    data.started_at.map((startedAt, i) => {
      const [from, to] = [ms(startedAt), ms(data.ended_at[i] ?? startedAt)]
      const as = data.counts_as[i] ?? 'unscheduled'
      return {
        from,
        to,
        status: statusKey(data.status_id[i]),
        shift: data.shift[i] ?? null,
        as,
        runMs: isEffectiveRun(as) ? to - from : 0,
        scheduledMs: isScheduled(as) ? to - from : 0,
      }
    }),
  )
}

/** Returns the sums of effective run and scheduled time of the lines, in seconds, exact to the millisecond. */
export function sumOfLines(lines: readonly AccountLine[]): { runS: number; scheduledS: number } {
  return {
    runS: lines.reduce((sum, line) => sum + line.runMs, 0) / 1000,
    scheduledS: lines.reduce((sum, line) => sum + line.scheduledMs, 0) / 1000,
  }
}

/**
 * Returns the sums of effective run and scheduled time of the shares of a unit's machines, in seconds, exact to the
 * millisecond.
 */
export function sumOfShares(shares: Shares['shares']): { runS: number; scheduledS: number } {
  return {
    runS: shares.reduce((sum, share) => sum + ms(share.run_secs), 0) / 1000,
    scheduledS: shares.reduce((sum, share) => sum + ms(share.scheduled_s), 0) / 1000,
  }
}

/** Time of one way in which intervals count, ms. */
export interface ClassSum {
  readonly as: CountsAs
  readonly ms: number
}

/** Returns the time of each way in which lines count, the most first. */
export function sumsByClass(lines: readonly AccountLine[]): ClassSum[] {
  const sums = new Map<CountsAs, number>()
  for (const { as, from, to } of lines) sums.set(as, (sums.get(as) ?? 0) + to - from)
  return [...sums].map(([as, total]) => ({ as, ms: total })).sort((a, b) => b.ms - a.ms)
}

/** Returns the shares of machines, that which lost most scheduled time first; of equal ones by name. */
export const byLoss = (shares: Shares['shares']): Shares['shares'] =>
  shares.toSorted((a, b) => lossOf(b) - lossOf(a) || a.name.localeCompare(b.name))

/** Returns the scheduled time of a share in which its machine did not run, s; 0 where it ran longer than scheduled. */
export const lossOf = ({ run_secs, scheduled_s }: Shares['shares'][number]): number =>
  Math.max(0, ms(scheduled_s) - ms(run_secs)) / 1000

/**
 * Returns the names of the machines that count in the sums of a unit beside the `listed` machines of its page: archived
 * ones, and those that moved away. Undefined: there are none, or `listed` is not known.
 */
export function notListed(shares: Shares['shares'], listed: number | undefined): string | undefined {
  if (listed === undefined || shares.length <= listed) return undefined
  const others = shares.filter((share) => !share.is_here || share.archived_s > 0)
  return others.length === 0 ? undefined : others.map(({ name }) => name).join(', ')
}

export const countsWords: Readonly<Record<CountsAs, string>> = {
  running: 'runs in scheduled time',
  running_outside_counted: 'runs outside shifts, counted: not capped by schedule',
  running_outside_left_out: 'runs outside shifts, left out: capped by schedule',
  short_downtime_counted: 'short downtime, counted as run: included by its switch',
  short_downtime_left_out: 'short downtime, no run: not included',
  excessive_downtime: 'excessive downtime, no run',
  offline: 'offline, no run',
  powered_off: 'powered off, no run',
  unscheduled: 'outside shifts, not counted',
  other_shift: 'another shift, not asked for',
  archived: 'left out: archived',
  excluded: 'left out: excluded from utilization',
  elsewhere: 'left out: stood elsewhere',
}

/**
 * Returns the shift of an interval in words: `First`; `scheduled, no shift` for 0, scheduled time without a shift; `no
 * shift` for null, time outside of the schedule.
 */
export const shiftText = (shift: number | null): string =>
  shift === null ? 'no shift' : shift === 0 ? 'scheduled, no shift' : (shiftWords[shift] ?? `shift ${shift}`)

/**
 * Returns true for a line that the list shows: all of them with `all`, else those with effective run, with scheduled time, or
 * with running that is left out because it lies outside shifts.
 */
export const isShown = ({ as, runMs, scheduledMs }: AccountLine, all: boolean): boolean =>
  all || runMs > 0 || scheduledMs > 0 || as === 'running_outside_left_out'

export const accountAsCsv = (lines: readonly AccountLine[], isoOf: (at: number) => string): string =>
  csvRows([
    ['started_at', 'ended_at', 'status', 'shift', 'counts_as', 'run_s', 'scheduled_s'],
    ...lines.map((line) => [
      isoOf(line.from),
      isoOf(line.to),
      statusText[line.status],
      shiftText(line.shift),
      countsWords[line.as],
      line.runMs / 1000,
      line.scheduledMs / 1000,
    ]),
  ])
