/** Multiple of the threshold at which the severity of a stop is greatest (specification 1, section 9). */
const MOST = 4

/**
 * Returns how severe an excessive stop is, 0 to 1, from its scheduled part and the threshold in force at its start (both in
 * the same unit): 0 at the threshold, 1 from four times the threshold on. Below the threshold it is 0; with a threshold of 0
 * it is 1.
 */
export function severity(scheduled: number, threshold: number): number {
  if (threshold <= 0) return 1
  return Math.min(1, Math.max(0, (scheduled - threshold) / ((MOST - 1) * threshold)))
}

/**
 * Returns the length of the bar that shows the severity of a stop, 0 to 1: the scheduled part of the stop divided by four times
 * the threshold, so that the threshold is always at a quarter. It is 1 for longer stops and for a threshold of 0.
 */
export const severityLength = (scheduled: number, threshold: number): number =>
  threshold <= 0 ? 1 : Math.min(1, Math.max(0, scheduled / (MOST * threshold)))
