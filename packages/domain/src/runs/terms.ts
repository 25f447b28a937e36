/** How much a run is to make, as it is kept. */
export interface RunTerms {
  /** null: indefinite, it goes on until somebody ends it. */
  readonly cyclesTotal: number | null
  /** null: none set, which counts as 1. */
  readonly partsPerCycle: number | null
  /** It goes on past its total. */
  readonly allowOverrun: boolean
}

/** The same, as people give it; 0 says as little as nothing. */
export interface AskedTerms {
  readonly cyclesTotal?: number | null | undefined
  readonly partsPerCycle?: number | null | undefined
  readonly allowOverrun?: boolean | undefined
}

/**
 * The terms of a run as asked for: indefinite without a total, and then overrun is forced; null where a total is given
 * without parts per cycle (specification 2, sections 4 and 5).
 */
export function termsOf(asked: AskedTerms): RunTerms | null {
  const cyclesTotal = asked.cyclesTotal || null
  const partsPerCycle = asked.partsPerCycle || null
  if (cyclesTotal !== null && partsPerCycle === null) return null
  return { cyclesTotal, partsPerCycle, allowOverrun: cyclesTotal === null || (asked.allowOverrun ?? false) }
}
