/** Utilization (percent) below which a machine or unit needs attention (specification 1, section 9). */
export const UNDER_UTILIZED_PCT = 80

/**
 * Returns true when a machine or unit was utilized below 80 % and is not excluded. False without scheduled time
 * (`utilPct` null).
 */
export const isUnderUtilized = (utilPct: number | null, utilExcluded = false): boolean =>
  isUnderTarget(utilPct, UNDER_UTILIZED_PCT, utilExcluded)

/** Difference (percent) that comes from computing with numbers of the computer, far below one ms of a year. */
const NOISE = 1e-9

/** Returns true when a percentage is below a limit; a difference that only comes from computing does not count. */
export const isBelow = (pct: number, limitPct: number): boolean => pct < limitPct - NOISE

/**
 * Returns true when a machine was utilized below its target (percent) and is not excluded. False without scheduled time
 * (`utilPct` null).
 */
export const isUnderTarget = (utilPct: number | null, targetPct: number, utilExcluded: boolean): boolean =>
  utilPct !== null && isBelow(utilPct, targetPct) && !utilExcluded
