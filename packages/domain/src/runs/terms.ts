/** Planned size of a run, as it is stored. */
export interface RunTerms {
  /** Number of cycles to make; null: indefinite, the run goes on until a person ends it. */
  readonly cyclesTotal: number | null
  /** Parts made by one cycle; null: not set, which counts as 1. */
  readonly partsPerCycle: number | null
  /** True: the run goes on past its total. */
  readonly allowOverrun: boolean
}

/** Planned size of a run, as people request it; 0 means the same as an absent value. */
export interface AskedTerms {
  readonly cyclesTotal?: number | null | undefined
  readonly partsPerCycle?: number | null | undefined
  readonly allowOverrun?: boolean | undefined
}

/**
 * Returns the terms of a run as they are stored. Without a total the run is indefinite, and overrun is always allowed; with
 * one, overrun is allowed only if requested. Returns null when a total is given without parts per cycle (specification 2,
 * sections 4 and 5).
 */
export function termsOf(request: AskedTerms): RunTerms | null {
  const cyclesTotal = request.cyclesTotal || null
  const partsPerCycle = request.partsPerCycle || null
  if (cyclesTotal !== null && partsPerCycle === null) return null
  return { cyclesTotal, partsPerCycle, allowOverrun: cyclesTotal === null || (request.allowOverrun ?? false) }
}
