import { between, type Random } from '../base/random.ts'
import type { Span } from './day-plan.ts'
import { countsOf, type Row, type RunningCounts } from './running-counts.ts'

/** Limits of how many machines run at the same time, both included. */
export interface Limits {
  readonly least: number
  readonly most: number
}

/** Stop that a machine would make by itself; a firm stop is made in any case. */
export interface Wish extends Span {
  readonly row: Row
  readonly isFirm: boolean
}

/** Range of time with the machines that take turns in it. */
export interface Turns {
  readonly rows: readonly Row[]
  readonly wishes: readonly Wish[]
  readonly limits: Limits
  readonly range: Span
  /** Part of the range in which machines may wait. */
  readonly waiting: Span
  readonly random: Random
}

const MINUTE_MS = 60_000
const SHORTEST_WAIT_MS = 5 * MINUTE_MS
const LONGEST_WAIT_MS = 40 * MINUTE_MS
/** Share of the waits for which it is the starting machine that waits, not another one. */
const SHARE_OF_STARTING = 0.25

/**
 * Makes the stops of machines that take turns, so that the number of machines that are seen running stays within limits: a
 * stop is left out where too few would run beside it, and a machine waits where too many would run. Long stops come first,
 * so that breakdowns stay. The rows are changed.
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
 * Returns a wait that ends an excess at its start, the longest that leaves enough others running: of the machine that starts
 * at that instant, or of another one, which then stops: the one that has run longest. Null if no machine can wait.
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

/** Returns the first stop beside which enough machines run, with the first of the ends for which there is one. */
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
