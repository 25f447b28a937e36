/** Cycles that end at one instant (epoch ms); `count` may be more than 1, and is not divided. */
export interface CyclesAt {
  readonly at: number
  readonly count: number
}

/** Where the cycles of a run reach its total. */
export interface Completion {
  readonly at: number
  /** Cycles up to and at that instant; a count may pass the total. */
  readonly cycles: number
}

/**
 * Where the cycles of a run reach `cyclesTotal`, null where they do not. `cycles` are those after its start, in any order;
 * all that end in the same millisecond are in it (domain, section 7).
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

/** How a run stands after its cycles were counted. */
export interface CountedRun {
  /** null: it is active. */
  readonly endedAt: number | null
  readonly endedByCount: boolean
  /** Of `(startedAt, endedAt]`. */
  readonly cycles: number
}

/**
 * How a run stands that holds `cycles` up to its present end: one that has a total and no overrun ends where that is
 * reached, however late the cycles came and whoever ended it since; any other keeps its end. So the end is the same in
 * whatever order cycles arrive, and never moves but backwards.
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
