import { MINUTE_MS } from '@millwatch/domain/time'
import { between, type Random } from '../base/random.ts'
import type { Span } from './day-plan.ts'
import { countsOf, type Row, type RunningCounts } from './running-counts.ts'

/** Limits of the number of machines that a server sees running at the same time, both included. */
export interface Limits {
  readonly least: number
  readonly most: number
}

/** Stop that a machine would make if it were planned alone. A firm stop is made in any case, others only within the limits. */
export interface Wish extends Span {
  readonly row: Row
  readonly isFirm: boolean
}

/** Input of `takeTurns`: a range of time (epoch ms), its machines, and the stops that they would make alone. */
export interface Turns {
  readonly rows: readonly Row[]
  readonly wishes: readonly Wish[]
  readonly limits: Limits
  readonly range: Span
  /** Part of the range in which machines may be stopped because too many run. */
  readonly waiting: Span
  readonly random: Random
}

const SHORTEST_WAIT_MS = 5 * MINUTE_MS
const LONGEST_WAIT_MS = 40 * MINUTE_MS
/**
 * Share of the waits (0 to 1) for which a machine that starts is chosen first; for the others it is a machine that already runs.
 */
const SHARE_OF_STARTING = 0.25

/**
 * Adds stops to the rows so that the number of machines seen running stays within limits. Firm wishes are added first, then the
 * others, the longest first, if enough machines run beside them. Then a machine waits wherever too many run.
 */
export function takeTurns({ rows, wishes, range, waiting, limits, random }: Turns): void {
  const counts = countsOf(rows, range)
  for (const { row, from, to } of wishes.filter(({ isFirm }) => isFirm)) counts.stop(row, { from, to })
  const longestFirst = wishes
    .filter(({ isFirm }) => !isFirm)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
  for (const { row, from, to } of longestFirst)
    if (counts.leastBeside(row, { from, to }) >= limits.least) counts.stop(row, { from, to })
  for (let from = waiting.from; ; ) {
    const excess = counts.firstAbove(limits.most, { from, to: waiting.to }, LONGEST_WAIT_MS)
    if (excess === null) return
    const made = waitOf(rows, counts, excess, { limits, random })
    from = made === null ? excess.from + counts.slotMs : excess.from
    if (made !== null) counts.stop(made.row, { from: made.from, to: made.to })
  }
}

/**
 * Returns a wait that ends an excess at its start, the longest of a few lengths that leaves enough other machines running. The
 * row is one that starts at that instant or, chosen by chance, the one that has run longest. Null if no machine can wait.
 */
function waitOf(
  rows: readonly Row[],
  counts: RunningCounts,
  { from, to }: Span,
  { limits, random }: Pick<Turns, 'limits' | 'random'>,
): Pick<Wish, 'row' | 'from' | 'to'> | null {
  const waitMs = Math.round(between(random, SHORTEST_WAIT_MS, LONGEST_WAIT_MS))
  const ends = [Math.min(to, from + waitMs), Math.min(to, from + SHORTEST_WAIT_MS), from + counts.slotMs]
  const running = rows.filter((row) => row.mayWait && counts.mayRun(row, from))
  const starting = running.filter((row) => !counts.mayRun(row, from - counts.slotMs))
  const later = () => firstPossible(counts, limits, starting, ends, () => from)
  const stops = () => {
    const since = new Map(running.map((row) => [row, counts.ranSince(row, from)]))
    const others = running
      .filter((row) => !starting.includes(row))
      .sort((a, b) => (since.get(a) ?? 0) - (since.get(b) ?? 0))
    return firstPossible(counts, limits, others, [from + waitMs, ...ends], (row) => from - row.sight.lateStopMs)
  }
  return random() < SHARE_OF_STARTING ? (later() ?? stops()) : (stops() ?? later())
}

/**
 * Returns a stop of the first row beside which enough machines run, with the first of `ends` that allows one; null if none does.
 */
function firstPossible(
  counts: RunningCounts,
  { least }: Limits,
  rows: readonly Row[],
  ends: readonly number[],
  fromOf: (row: Row) => number,
): Pick<Wish, 'row' | 'from' | 'to'> | null {
  for (const to of ends) {
    const row = rows.find((row) => counts.leastBeside(row, { from: fromOf(row), to }) >= least)
    if (row !== undefined) return { row, from: fromOf(row), to }
  }
  return null
}
