/** Below it somebody should look (specification 1, section 9). */
export const UNDER_UTILIZED_PCT = 80

/** Whether a machine or unit ran too little: below 80 % and not excluded; where nothing was scheduled, nothing was missed. */
export const isUnderUtilized = (utilPct: number | null, utilExcluded = false): boolean =>
  utilPct !== null && utilPct < UNDER_UTILIZED_PCT && !utilExcluded
