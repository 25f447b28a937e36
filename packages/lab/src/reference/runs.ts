/** Reference model of a run: it counts all cycles in order, from the first of the run. */

export interface ReferenceRun {
  readonly startedAt: number
  /** Instant at which a person ended the run (epoch ms); null if no person did. */
  readonly endedByPersonAt: number | null
  /** Number of cycles after which the run ends by itself, unless it allows overrun; null if it never does. */
  readonly cyclesTotal: number | null
  readonly partsPerCycle: number | null
  readonly allowOverrun: boolean
}

export interface ReferenceRunCycles {
  readonly at: number
  readonly count: number
}

export interface ReferenceRunFigures {
  readonly endedAt: number | null
  readonly cyclesCurrent: number
  readonly parts: number
}

/**
 * Returns the end, the cycles and the parts of a run; the end is null while it lasts. `cycles` are all cycles of the machine,
 * ascending.
 */
export function referenceRun(run: ReferenceRun, cycles: readonly ReferenceRunCycles[]): ReferenceRunFigures {
  const endedAt = least(run.endedByPersonAt, endOfItself(run, cycles))
  // "Cycles belong to the run whose (started_at, ended_at] holds their end."
  const cyclesCurrent = cycles
    .filter(({ at }) => run.startedAt < at && (endedAt === null || at <= endedAt))
    .reduce((sum, { count }) => sum + count, 0)
  return { endedAt, cyclesCurrent, parts: cyclesCurrent * (run.partsPerCycle ?? 1) }
}

/**
 * Returns the instant at which a run ends by its count, null if it does not: "without overrun the run ends exactly at the cycle
 * that reaches it, at that cycle's time, also when that cycle arrives late. A `count` is not divided: a run may end above its
 * total."
 */
function endOfItself(run: ReferenceRun, cycles: readonly ReferenceRunCycles[]): number | null {
  if (run.allowOverrun || run.cyclesTotal === null) return null
  let done = 0
  for (const { at, count } of cycles) {
    if (at <= run.startedAt) continue
    done += count
    if (done >= run.cyclesTotal) return at
  }
  return null
}

function least(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

/** Returns the smallest number of cycles in which at least `partQty` parts are made. `partsPerCycle` must be above 0. */
export function referenceCyclesTotal(partQty: number, partsPerCycle: number): number {
  let cycles = 0
  while (cycles * partsPerCycle < partQty) cycles++
  return cycles
}
