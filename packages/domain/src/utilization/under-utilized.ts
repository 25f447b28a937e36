/** Utilization (percent) below which a machine or unit needs attention (specification 1, section 9). */
export const UNDER_UTILIZED_PCT = 80

/**
 * Returns true when a machine or unit was utilized below 80 % and is not excluded. False without scheduled time
 * (`utilPct` null).
 */
export const isUnderUtilized = (utilPct: number | null, utilExcluded = false): boolean =>
  isUnderTarget(utilPct, UNDER_UTILIZED_PCT, utilExcluded)

/** Largest difference (percentage points) that is taken for a rounding error; one ms of a year is 3e-9. */
const NOISE = 1e-9

/** Returns true when a percentage is below a limit by more than a rounding error (1e-9 percentage points). */
export const isBelow = (pct: number, limitPct: number): boolean => pct < limitPct - NOISE

/**
 * Returns true when a machine was utilized below its target (percent) and is not excluded. False without scheduled time
 * (`utilPct` null).
 */
export const isUnderTarget = (utilPct: number | null, targetPct: number, utilExcluded: boolean): boolean =>
  utilPct !== null && isBelow(utilPct, targetPct) && !utilExcluded
