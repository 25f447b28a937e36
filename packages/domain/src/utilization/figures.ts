/** A sum with the number of what was summed, for averages that are taken in the last step. */
export interface Tally {
  readonly sum: number
  readonly count: number
}

/**
 * What a machine, or the machines of a unit together, did in a period; durations in ms. With a shift chosen all of it is
 * of time inside that shift only, else whatever the shift (domain, section 5).
 */
export interface Figures {
  /** How long each status held, scheduled or not. */
  readonly runningMs: number
  readonly downMs: number
  readonly offlineMs: number
  readonly poweredOffMs: number
  readonly scheduledMs: number
  readonly effectiveRunMs: number
  /** Running outside all shift history, where that counts, and where it was left out. */
  readonly outsideCountedMs: number
  readonly outsideLeftOutMs: number
  /** Scheduled down time of stops that are not excessive, where that counts, and where it was left out. */
  readonly shortDownCountedMs: number
  readonly shortDownLeftOutMs: number
  /** Scheduled down time of excessive stops, which never counts. */
  readonly excessiveDownMs: number
  readonly cycles: number
  readonly parts: number
  /** Prices and rates times hours; 0 where none is set. For admins. */
  readonly actualRevenue: number
  readonly potentialRevenue: number
  readonly potentialParts: number
  /** Times of cycles in ms, told or derived, weighed by count; all of them, and how much of that are startup cycles, outliers. */
  readonly cycleTime: Tally
  readonly startupCycleTime: Tally
  readonly outlierCycleTime: Tally
  readonly temperature: Tally
  /** Transformed by the configuration in force. */
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

/** Effective run over scheduled time, 0..100 and not rounded; null where nothing was scheduled (domain, section 5). */
export function utilPct({
  effectiveRunMs,
  scheduledMs,
}: Pick<Figures, 'effectiveRunMs' | 'scheduledMs'>): number | null {
  return scheduledMs === 0 ? null : (effectiveRunMs / scheduledMs) * 100
}

/** What was missed of the potential revenue: the difference, never below 0 (domain, section 5). */
export function missedRevenue({
  actualRevenue,
  potentialRevenue,
}: Pick<Figures, 'actualRevenue' | 'potentialRevenue'>) {
  return Math.max(0, potentialRevenue - actualRevenue)
}

/**
 * The average time of a cycle in ms, of those that are asked for; null where there is none. Startup cycles and outliers
 * are never the same ones (domain, section 3).
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
    sum: left.reduce((sum, one) => sum - one.sum, cycleTime.sum),
    count: left.reduce((count, one) => count - one.count, cycleTime.count),
  })
}

/**
 * A figure made of fractions (an average, revenue, parts) as it is shown: twelve digits. Fractions added up in another order
 * differ in about the fifteenth, and rows come in any order; the same question is to have the same answer, wherever it is asked.
 */
export function steady(value: number): number {
  return Number(value.toPrecision(12))
}

/** The average of readings as it is shown; null of none. */
export function averageReading(tally: Tally): number | null {
  const mean = average(tally)
  return mean === null ? null : steady(mean)
}

/** The average of what was summed; null of nothing. */
function average({ sum, count }: Tally): number | null {
  return count === 0 ? null : sum / count
}
