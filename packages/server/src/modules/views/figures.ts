import {
  averageCycleMs,
  averageReading,
  type Figures,
  missedRevenue,
  steady,
  utilPct,
} from '@millwatch/domain/utilization'
import { toIso } from '../../platform/http/instants.ts'
import type { LeftOut, MachineTime } from './left-out.ts'

/** Rights and choices of a caller: the right to see revenue and parts, and the cycles that averages leave out. */
export interface Seen {
  readonly seesMoney: boolean
  readonly ignoreStartup: boolean
  readonly ignoreOutlier: boolean
}

const presentTime = ({ machines, ms }: MachineTime) => ({ machines, seconds: ms / 1000 })
const secondsOf = (ms: number | null): number | null => (ms === null ? null : steady(ms / 1000))

/**
 * Returns revenue and parts as fields of an answer, missed ones never below 0; an empty object for callers who may not see them.
 */
export function presentMoney(figures: Figures, seesMoney: boolean) {
  if (!seesMoney) return {}
  const { actualRevenue, potentialRevenue, parts, potentialParts } = figures
  return {
    revenue: steady(actualRevenue),
    potential_revenue: steady(potentialRevenue),
    missed_revenue: steady(missedRevenue(figures)),
    parts: steady(parts),
    potential_parts: steady(potentialParts),
    missed_parts: steady(Math.max(0, potentialParts - parts)),
  }
}

/**
 * Returns the mean cycle time (seconds, without the cycles that the caller leaves out) and the mean readings; each is null
 * without values.
 */
export function presentAverages(figures: Figures, { ignoreStartup, ignoreOutlier }: Seen) {
  return {
    cycle_time_avg: secondsOf(averageCycleMs(figures, { ignoreStartup, ignoreOutlier })),
    temp_avg: averageReading(figures.temperature),
    analog_avg: averageReading(figures.analog),
  }
}

/**
 * Converts the figures of a machine or unit into the fields of an answer: times in seconds, utilization in per cent,
 * `asOf` (epoch ms) as ISO text.
 */
export function presentFigures(id: number, figures: Figures, leftOut: LeftOut, seen: Seen, asOf: number) {
  return {
    id,
    running_s: figures.runningMs / 1000,
    down_s: figures.downMs / 1000,
    offline_s: figures.offlineMs / 1000,
    powered_off_s: figures.poweredOffMs / 1000,
    scheduled_s: figures.scheduledMs / 1000,
    run_secs: figures.effectiveRunMs / 1000,
    util_pct: utilPct(figures),
    cycles: figures.cycles,
    ...presentAverages(figures, seen),
    ...presentMoney(figures, seen.seesMoney),
    explained: presentExplained(figures, leftOut),
    as_of: toIso(asOf),
  }
}

function presentExplained(figures: Figures, { archived, excluded, elsewhere }: LeftOut) {
  const { effectiveRunMs, outsideCountedMs, shortDownCountedMs } = figures
  return {
    running_inside_s: (effectiveRunMs - outsideCountedMs - shortDownCountedMs) / 1000,
    running_outside_counted_s: outsideCountedMs / 1000,
    running_outside_left_out_s: figures.outsideLeftOutMs / 1000,
    short_downtime_counted_s: shortDownCountedMs / 1000,
    short_downtime_left_out_s: figures.shortDownLeftOutMs / 1000,
    excessive_downtime_s: figures.excessiveDownMs / 1000,
    offline_scheduled_s: figures.offlineScheduledMs / 1000,
    archived: presentTime(archived),
    excluded: presentTime(excluded),
    elsewhere: presentTime(elsewhere),
  }
}
