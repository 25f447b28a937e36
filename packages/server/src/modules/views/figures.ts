import type { Range } from '@millwatch/domain/time'
import type { SettingsFrom } from '@millwatch/domain/tree'
import {
  averageCycleMs,
  averageReading,
  type Figures,
  missedRevenue,
  type Standing,
  steady,
  utilPct,
} from '@millwatch/domain/utilization'
import { toIso } from '../../platform/http/instants.ts'

/** Whether the caller sees revenue and parts, and which cycles averages leave out. */
export interface Seen {
  readonly seesMoney: boolean
  readonly ignoreStartup: boolean
  readonly ignoreOutlier: boolean
}

/** Machines, and how long altogether. */
export interface MachineTime {
  readonly machines: number
  readonly ms: number
}

/** What of the machines of an answer was left out, and why. */
export interface LeftOut {
  readonly archived: MachineTime
  readonly excluded: MachineTime
  readonly elsewhere: MachineTime
}

const nobody: MachineTime = { machines: 0, ms: 0 }

/** What a unit's sums leave out; of each machine only from its first evidence on. */
export function leftOutOf(standings: ReadonlyMap<number, Standing>, began: ReadonlyMap<number, number>): LeftOut {
  const left = { archived: nobody, excluded: nobody, elsewhere: nobody }
  for (const [id, standing] of standings) {
    const from = began.get(id)
    if (from === undefined) continue
    for (const why of ['archived', 'excluded', 'elsewhere'] as const) {
      const ms = standing[why].reduce((sum, range) => sum + Math.max(0, range.to - Math.max(range.from, from)), 0)
      if (ms > 0) left[why] = { machines: left[why].machines + 1, ms: left[why].ms + ms }
    }
  }
  return left
}

/** What a machine's own figures leave out: the time it was archived. */
export function archivedTime(history: readonly SettingsFrom[], period: Range, beganAt: number | undefined): LeftOut {
  const from = Math.max(period.from, beganAt ?? period.to)
  let ms = 0
  for (const [i, settings] of history.entries()) {
    if (settings.active) continue
    const until = Math.min(history[i + 1]?.from ?? period.to, period.to)
    ms += Math.max(0, until - Math.max(settings.from, from))
  }
  return { archived: ms > 0 ? { machines: 1, ms } : nobody, excluded: nobody, elsewhere: nobody }
}

const presentTime = ({ machines, ms }: MachineTime) => ({ machines, seconds: ms / 1000 })
const secondsOf = (ms: number | null): number | null => (ms === null ? null : steady(ms / 1000))

/** Revenue and parts, for those who may see them. */
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

export function presentAverages(figures: Figures, { ignoreStartup, ignoreOutlier }: Seen) {
  return {
    cycle_time_avg: secondsOf(averageCycleMs(figures, { ignoreStartup, ignoreOutlier })),
    temp_avg: averageReading(figures.temperature),
    analog_avg: averageReading(figures.analog),
  }
}

/** Figures as the wire has them. */
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
    archived: presentTime(archived),
    excluded: presentTime(excluded),
    elsewhere: presentTime(elsewhere),
  }
}
