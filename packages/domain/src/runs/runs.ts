/**
 * Time span of a run (epoch ms). It contains the cycles whose end lies in `(startedAt, endedAt]`; `endedAt` null means "until
 * now" (domain, section 7).
 */
export interface RunSpan {
  readonly startedAt: number
  readonly endedAt: number | null
  /** Parts made by one cycle; null: none set, which counts as 1. */
  readonly partsPerCycle: number | null
}

/**
 * Returns true when a cycle that ends at `at` (epoch ms) belongs to a run. The start of a run does not belong to it; the end
 * does.
 */
export function isOfRun(run: Omit<RunSpan, 'partsPerCycle'>, at: number): boolean {
  return run.startedAt < at && (run.endedAt === null || at <= run.endedAt)
}

/** Returns the run to which a cycle ending at `at` belongs, or null. Runs do not overlap, so there is at most one. */
export function runAt<Run extends RunSpan>(runs: readonly Run[], at: number): Run | null {
  return runs.find((run) => isOfRun(run, at)) ?? null
}

/**
 * Returns the number of parts that cycles made: cycles x the run's parts per cycle, 1 without a run or without that figure
 * (domain, section 5).
 */
export function partsOf(cycles: number, run: Pick<RunSpan, 'partsPerCycle'> | null): number {
  return cycles * (run?.partsPerCycle ?? 1)
}

/**
 * Returns the number of parts that a run is to make: its total of cycles x parts per cycle (1 where that is null); null
 * for a run without a total, which is indefinite.
 */
export function partsDesired(run: { cyclesTotal: number | null; partsPerCycle: number | null }): number | null {
  return run.cyclesTotal === null ? null : partsOf(run.cyclesTotal, run)
}
