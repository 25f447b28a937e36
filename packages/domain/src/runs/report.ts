import { partsShare } from './share.ts'

/** Result of a run: parts that were wanted and made, and those of them that were rejected. */
export interface RunResult {
  /** Number of parts to make; null: the run has no total and is indefinite. */
  readonly partsDesired: number | null
  /** Number of parts made, rejected ones included. */
  readonly partsActual: number
  /** Number of rejected parts. */
  readonly scrapQty: number
}

/**
 * Returns true if a run ended in a period (epoch ms). As with its cycles, the start of the period does not belong to it and
 * the end does, so each run is in the report of exactly one of several periods that follow each other.
 */
export const isEndedIn = (run: { readonly endedAt: number | null }, period: { from: number; to: number }): boolean =>
  run.endedAt !== null && run.endedAt > period.from && run.endedAt <= period.to

/** Returns true if a run has a total and made fewer parts than that. */
export const isBelowQuantity = ({ partsDesired: desired, partsActual: actual }: RunResult): boolean =>
  desired !== null && actual < desired

/** Sums of several runs. */
export interface RunSums {
  /** Number of runs. */
  readonly runs: number
  /** Parts that all of them made. */
  readonly partsActual: number
  /** Number of the runs with a total. The following figures are about these alone. */
  readonly runsWithTotal: number
  /** Number of them that made at least their total. */
  readonly runsAtTotal: number
  /** Parts that these were to make. */
  readonly partsDesired: number
  /** Parts that these made. */
  readonly partsActualOfDesired: number
  /** Parts made, of those that were to be made, in percent, not rounded; null without runs with a total. */
  readonly pctOfDesired: number | null
  /** Rejected parts of all runs. */
  readonly scrapQty: number
  /** Rejected parts, of all parts that were made, in percent, not rounded; null without parts. */
  readonly scrapPct: number | null
}

/**
 * Returns the sums of runs. Indefinite runs count in the parts made and rejected, and are left out of all that is compared
 * with a total. The percentage is a sum divided by a sum, never an average of percentages.
 */
export function sumOfRuns(runs: readonly RunResult[]): RunSums {
  const sum = (list: readonly RunResult[], value: (run: RunResult) => number): number =>
    list.reduce((total, run) => total + value(run), 0)
  const withTotal = runs.filter((run) => run.partsDesired !== null)
  const partsActual = sum(runs, (run) => run.partsActual)
  const partsDesired = sum(withTotal, (run) => run.partsDesired ?? 0)
  const partsActualOfDesired = sum(withTotal, (run) => run.partsActual)
  const scrapQty = sum(runs, (run) => run.scrapQty)
  return {
    runs: runs.length,
    partsActual,
    runsWithTotal: withTotal.length,
    runsAtTotal: withTotal.filter((run) => !isBelowQuantity(run)).length,
    partsDesired,
    partsActualOfDesired,
    pctOfDesired: partsShare(partsActualOfDesired, partsDesired),
    scrapQty,
    scrapPct: partsShare(scrapQty, partsActual),
  }
}
