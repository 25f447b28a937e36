/**
 * A run in time (epoch ms): cycles whose end lies in `(startedAt, endedAt]` are its own; null is "until now" (domain,
 * section 7).
 */
export interface RunSpan {
  readonly startedAt: number
  readonly endedAt: number | null
  /** Parts made by one cycle; null: none set, which counts as 1. */
  readonly partsPerCycle: number | null
}

/** Whether a cycle that ends at `at` (epoch ms) belongs to a run: the start does not belong to it, the end does. */
export function isOfRun(run: Omit<RunSpan, 'partsPerCycle'>, at: number): boolean {
  return run.startedAt < at && (run.endedAt === null || at <= run.endedAt)
}

/** The run that a cycle ending at `at` belongs to, null for none; of runs that do not overlap there is at most one. */
export function runAt<Run extends RunSpan>(runs: readonly Run[], at: number): Run | null {
  return runs.find((run) => isOfRun(run, at)) ?? null
}

/** What cycles made: cycles x the run's parts per cycle, 1 without a run or without a figure (domain, section 5). */
export function partsOf(cycles: number, run: Pick<RunSpan, 'partsPerCycle'> | null): number {
  return cycles * (run?.partsPerCycle ?? 1)
}

/** What a run is to make: its total times parts per cycle; null for a run without a total, which is without end. */
export function partsDesired(run: { cyclesTotal: number | null; partsPerCycle: number | null }): number | null {
  return run.cyclesTotal === null ? null : partsOf(run.cyclesTotal, run)
}
