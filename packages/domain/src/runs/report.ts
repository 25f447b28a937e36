import { partsShare } from './share.ts'

/** Result of a run: the numbers of parts that were wanted, made and rejected. */
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

/** Sums of several runs: parts made and rejected, and a comparison of the runs that have a total with that total. */
export interface RunSums {
  /** Number of runs. */
  readonly runs: number
  /** Parts that all runs made, rejected ones included. */
  readonly partsActual: number
  /** Number of runs that have a total. */
  readonly runsWithTotal: number
  /** Number of runs with a total that made at least their total. */
  readonly runsAtTotal: number
  /** Parts that the runs with a total were to make. */
  readonly partsDesired: number
  /** Parts that the runs with a total made. */
  readonly partsActualOfDesired: number
  /** Parts made by the runs with a total, in percent of the parts they were to make, not rounded; null if these are 0. */
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
