/** Cycles that ended at one instant (epoch ms). They count together, so a run never ends between them. */
export interface CyclesAt {
  readonly at: number
  readonly count: number
}

/** Instant `at` (epoch ms) at which the cycles of a run reach its total. */
export interface Completion {
  readonly at: number
  /** Cycles up to and including that instant; may be more than the total, because a count is not divided. */
  readonly cycles: number
}

/**
 * Returns the instant at which the cycles of a run reach `cyclesTotal`, with their number up to then, or null when they do
 * not reach it. `cycles` are those after the start of the run, in any order. All cycles that end in the same millisecond are
 * included (domain, section 7). The server computes the same from stored events in SQL (`store-settle.ts` of its module `runs`);
 * its tests compare both.
 */
export function completionOf(cycles: readonly CyclesAt[], cyclesTotal: number): Completion | null {
  const inOrder = cycles.filter(({ count }) => count > 0).sort((a, b) => a.at - b.at)
  let done = 0
  let reachedAt: number | null = null
  for (const { at, count } of inOrder) {
    if (reachedAt !== null && at > reachedAt) break
    done += count
    if (done >= cyclesTotal) reachedAt = at
  }
  return reachedAt === null ? null : { at: reachedAt, cycles: done }
}

/** State of a run after its cycles were counted. */
export interface CountedRun {
  /** End of the run (epoch ms); null: it is active. */
  readonly endedAt: number | null
  readonly endedByCount: boolean
  /** Number of cycles that end in `(startedAt, endedAt]`. */
  readonly cycles: number
}

/**
 * Returns the end and the cycles of a run after counting; `cycles` are those up to its present end. A run with a total and
 * without overrun ends where the total is reached, even when cycles came late or a person ended it since. Any other run keeps
 * its end. So the result does not depend on the order of arrival, and the end only ever moves to an earlier instant.
 */
export function countedRun(
  run: { endedAt: number | null; endedByCount: boolean; cyclesTotal: number | null; allowOverrun: boolean },
  cycles: number,
  completion: Completion | null,
): CountedRun {
  if (run.cyclesTotal === null || run.allowOverrun || completion === null)
    return { endedAt: run.endedAt, endedByCount: run.endedByCount, cycles }
  return { endedAt: completion.at, endedByCount: true, cycles: completion.cycles }
}
