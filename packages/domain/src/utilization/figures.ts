/** Sum of values with their number, so that sums can be added before the average is computed. */
export interface Tally {
  readonly sum: number
  readonly count: number
}

/**
 * Figures of a machine, or of the machines of a unit together, in a period; durations in ms. With a chosen shift they cover the
 * time inside that shift only, else all time (domain, section 5).
 */
export interface Figures {
  /** Duration of each status, scheduled or not. */
  readonly runningMs: number
  readonly downMs: number
  readonly offlineMs: number
  readonly poweredOffMs: number
  readonly scheduledMs: number
  readonly effectiveRunMs: number
  /** Running outside all shift history: first the time that counts as run time, then the time that is left out. */
  readonly outsideCountedMs: number
  readonly outsideLeftOutMs: number
  /**
   * Scheduled down time of stops that are not excessive: first the time that counts as run time, then the time that is left out.
   */
  readonly shortDownCountedMs: number
  readonly shortDownLeftOutMs: number
  /** Scheduled down time of excessive stops, which is never effective run. */
  readonly excessiveDownMs: number
  /** Scheduled time without data: the machine was offline. */
  readonly offlineScheduledMs: number
  readonly cycles: number
  readonly parts: number
  /**
   * Actual revenue: effective run in hours times the machine's price of an hour; 0 when no price is set. Only admins may see
   * this, the potential revenue, the parts and the potential parts.
   */
  readonly actualRevenue: number
  readonly potentialRevenue: number
  readonly potentialParts: number
  /**
   * Cycle times in ms, sent or derived, weighted by count: of all cycles, and of the startup cycles and outliers among them.
   */
  readonly cycleTime: Tally
  readonly startupCycleTime: Tally
  readonly outlierCycleTime: Tally
  readonly temperature: Tally
  /** Analog readings, converted by the configuration in force. */
  readonly analog: Tally
}

const none: Tally = { sum: 0, count: 0 }

export const noFigures: Figures = {
  runningMs: 0,
  downMs: 0,
  offlineMs: 0,
  poweredOffMs: 0,
  scheduledMs: 0,
  effectiveRunMs: 0,
  outsideCountedMs: 0,
  outsideLeftOutMs: 0,
  shortDownCountedMs: 0,
  shortDownLeftOutMs: 0,
  excessiveDownMs: 0,
  offlineScheduledMs: 0,
  cycles: 0,
  parts: 0,
  actualRevenue: 0,
  potentialRevenue: 0,
  potentialParts: 0,
  cycleTime: none,
  startupCycleTime: none,
  outlierCycleTime: none,
  temperature: none,
  analog: none,
}

/**
 * Returns the share of scheduled time with data, in percent, not rounded: all but the time offline; powered-off counts as data.
 * Null when nothing was scheduled.
 */
export function dataPct({
  scheduledMs,
  offlineScheduledMs,
}: Pick<Figures, 'scheduledMs' | 'offlineScheduledMs'>): number | null {
  return scheduledMs === 0 ? null : ((scheduledMs - offlineScheduledMs) / scheduledMs) * 100
}

/** Returns the potential revenue minus the actual revenue, never below 0 (domain, section 5). */
export function missedRevenue({
  actualRevenue,
  potentialRevenue,
}: Pick<Figures, 'actualRevenue' | 'potentialRevenue'>) {
  return Math.max(0, potentialRevenue - actualRevenue)
}

/**
 * Returns the average cycle time in ms, not rounded. `ignoreStartup` and `ignoreOutlier` leave out startup cycles and outliers;
 * no cycle is both (domain, section 3). Returns null when no cycle is left.
 */
export function averageCycleMs(
  {
    cycleTime,
    startupCycleTime,
    outlierCycleTime,
  }: Pick<Figures, 'cycleTime' | 'startupCycleTime' | 'outlierCycleTime'>,
  { ignoreStartup, ignoreOutlier }: { ignoreStartup: boolean; ignoreOutlier: boolean },
): number | null {
  const left = [ignoreStartup ? startupCycleTime : none, ignoreOutlier ? outlierCycleTime : none]
  return average({
    sum: left.reduce((sum, tally) => sum - tally.sum, cycleTime.sum),
    count: left.reduce((count, tally) => count - tally.count, cycleTime.count),
  })
}

/**
 * Returns a fractional figure (an average, revenue, parts) rounded to twelve digits. Fractions added in another order differ in
 * about the fifteenth digit, so equal data always gives an equal figure.
 */
export function steady(value: number): number {
  return Number(value.toPrecision(12))
}

/** Returns the average of readings, rounded to twelve digits by `steady`; null when there are none. */
export function averageReading(tally: Tally): number | null {
  const mean = average(tally)
  return mean === null ? null : steady(mean)
}

/** Returns the average of the values; null when there are none. */
function average({ sum, count }: Tally): number | null {
  return count === 0 ? null : sum / count
}
