import { byNaturalOrder } from '@millwatch/domain/tree'
import { type CountsAs, isEffectiveRun, isScheduled } from '@millwatch/domain/utilization'
import { csvRows } from '../../lib/csv.ts'
import { shiftWords } from '../../ui/shifts.ts'
import { type StatusKey, statusKey, statusText } from '../../ui/status.ts'
import type { AccountPage, Shares } from './queries.ts'

/** Interval of a machine's time and the way in which it counts. */
export interface AccountLine {
  /** Start and end of the interval `[from, to)`, epoch ms. */
  readonly from: number
  readonly to: number
  readonly status: StatusKey
  /** Shift 0 to 3 (0: scheduled without a shift); null: outside of the schedule. */
  readonly shift: number | null
  readonly as: CountsAs
  /** Effective run and scheduled time of the interval, ms; each is its whole length or 0. */
  readonly runMs: number
  readonly scheduledMs: number
}

const ms = (seconds: number): number => Math.round(seconds * 1000)

/**
 * Returns the intervals of all pages in their order. Instants are epoch ms; `runMs` and `scheduledMs` are the whole length of an
 * interval, or 0 if it does not count as effective run or scheduled time.
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

/** Time in ms of all intervals that count in the same way. */
export interface ClassSum {
  readonly as: CountsAs
  readonly ms: number
}

/** Returns the time of each way in which the lines count, the largest first; ways without lines are absent. */
export function sumsByClass(lines: readonly AccountLine[]): ClassSum[] {
  const sums = new Map<CountsAs, number>()
  for (const { as, from, to } of lines) sums.set(as, (sums.get(as) ?? 0) + to - from)
  return [...sums].map(([as, total]) => ({ as, ms: total })).sort((a, b) => b.ms - a.ms)
}

/** Returns the shares of machines sorted by lost scheduled time, the largest first; ties by name. */
export const byLoss = (shares: Shares['shares']): Shares['shares'] =>
  shares.toSorted((a, b) => lossOf(b) - lossOf(a) || byNaturalOrder(a.name, b.name))

/** Returns the scheduled time of a share minus its effective run, s; 0 if the effective run is longer. */
export const lossOf = ({ run_secs, scheduled_s }: Shares['shares'][number]): number =>
  Math.max(0, ms(scheduled_s) - ms(run_secs)) / 1000

/**
 * Returns the names, joined by commas, of the machines in the sums of a unit that are not on its page: archived ones, and those
 * that moved away. `listed` is the number of machines on the page. Undefined if there are none, or if `listed` is undefined or
 * not less than the number of shares.
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
 * Returns the shift of an interval in words: `First` for 1, `scheduled, no shift` for 0, and `no shift` for null, which is time
 * outside of the schedule.
 */
export const shiftText = (shift: number | null): string =>
  shift === null ? 'no shift' : shift === 0 ? 'scheduled, no shift' : (shiftWords[shift] ?? `shift ${shift}`)

/**
 * Returns true for an interval that the list shows: any if `all` is true, else one with effective run or scheduled time, or with
 * running that is left out because it lies outside shifts.
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
