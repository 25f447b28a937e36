/**
 * Reference model of utilization. It cuts a period wherever anything could change and classifies each part between two cuts.
 * Read it beside sections 4 and 5 of the domain rules.
 */
import { DOWN, OFFLINE, POWERED_OFF, RUNNING } from '@millwatch/domain/status'
import type { ReferenceMachine, ReferenceRunSpan, ReferenceSettings } from './machine.ts'
import { type ReferenceOccurrence, referenceOccurrences, thatCount } from './occurrences.ts'
import type { ReferenceInterval } from './status-data.ts'
import { instantAt, wallMs } from './wall.ts'

export interface ReferenceQuestion {
  readonly from: number
  readonly to: number
  readonly now: number
  /** Number of the shift, 1 to 3, whose time is counted; 0 for all time. */
  readonly shift: number
  /** Ids of the requested unit and of all units below it; null if the machine itself is requested. */
  readonly under: readonly number[] | null
  readonly ignoreStartup: boolean
  readonly ignoreOutliers: boolean
}

export interface ReferenceFigures {
  runningMs: number
  downMs: number
  offlineMs: number
  poweredOffMs: number
  scheduledMs: number
  effectiveRunMs: number
  /** Running time (ms) outside all shift history that counts as effective run; `outsideLeftOutMs` is the part that does not. */
  outsideCountedMs: number
  outsideLeftOutMs: number
  /**
   * Scheduled down time (ms) of stops that are not excessive and that counts as effective run. `shortDownLeftOutMs` is the part
   * that does not count, `excessiveDownMs` that of excessive stops.
   */
  shortDownCountedMs: number
  shortDownLeftOutMs: number
  excessiveDownMs: number
  cycles: number
  parts: number
  revenueActual: number
  revenuePotential: number
  partsPotential: number
  cycleTime: { sum: number; count: number }
  temperature: { sum: number; count: number }
  analog: { sum: number; count: number }
}

export const nothing = (): ReferenceFigures => ({
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
  revenueActual: 0,
  revenuePotential: 0,
  partsPotential: 0,
  cycleTime: { sum: 0, count: 0 },
  temperature: { sum: 0, count: 0 },
  analog: { sum: 0, count: 0 },
})

/** Instant of a machine, with the settings, the shift occurrence and the status interval that decide how the instant counts. */
interface Moment {
  readonly at: number
  readonly settings: ReferenceSettings
  readonly occurrence: ReferenceOccurrence | undefined
  readonly interval: ReferenceInterval | undefined
}

const HOUR_MS = 3_600_000

/** Returns the figures of a machine for a period, all zero for an empty period. */
export function referenceFigures(machine: ReferenceMachine, question: ReferenceQuestion): ReferenceFigures {
  const all = (): string => 'all'
  return referenceSplit(machine, question, all).get('all') ?? nothing()
}

/**
 * Returns the figures of a machine, grouped by the name that `nameOf` gives to each instant of the period; a name without time,
 * cycles and readings is missing. `cuts` are instants at which the name may change.
 */
export function referenceSplit(
  machine: ReferenceMachine,
  question: ReferenceQuestion,
  nameOf: (at: number, occurrence: ReferenceOccurrence | undefined) => string,
  cuts: readonly number[] = [],
): Map<string, ReferenceFigures> {
  const seen = lookAt(machine, question.now)
  const from = question.from
  // "A period that ends later than now is read as ending now"
  const to = Math.min(question.to, question.now)
  const split = new Map<string, ReferenceFigures>()
  const figuresAt = (moment: Moment): ReferenceFigures => {
    const name = nameOf(moment.at, moment.occurrence)
    const figures = split.get(name) ?? nothing()
    split.set(name, figures)
    return figures
  }
  for (const [start, end] of intervals([...seen.edges, ...cuts], from, to)) {
    const moment = seen.momentAt(start)
    if (isAskedFor(moment, question)) addTime(figuresAt(moment), moment, end - start, seen.isExcessive, question)
  }
  // "A cycle belongs to the instant of its end, from <= t < to"
  for (const cycle of machine.cycles.filter(({ at }) => from <= at && at < to)) {
    const moment = seen.momentAt(cycle.at)
    if (!isAskedFor(moment, question)) continue
    const figures = figuresAt(moment)
    figures.cycles += cycle.count
    figures.parts += cycle.count * partsPerCycle(machine.runs, cycle.at)
    const leftOut = (cycle.startup && question.ignoreStartup) || (cycle.outlier && question.ignoreOutliers)
    if (cycle.timeMs !== null && !leftOut) add(figures.cycleTime, cycle.timeMs * cycle.count, cycle.count)
  }
  for (const reading of machine.readings.filter(({ at }) => from <= at && at < to)) {
    const moment = seen.momentAt(reading.at)
    if (!isAskedFor(moment, question)) continue
    if (reading.temperature !== null) add(figuresAt(moment).temperature, reading.temperature, 1)
    if (reading.analog !== null) add(figuresAt(moment).analog, reading.analog, 1)
  }
  return split
}

/**
 * Returns true if an instant belongs to the question: "With a shift chosen only time inside that shift counts". For a unit, only
 * where the machine is under it, active and not excluded.
 */
function isAskedFor({ settings, occurrence }: Moment, { shift, under }: ReferenceQuestion): boolean {
  if (shift !== 0 && occurrence?.shift !== shift) return false
  // "of the machines that stood anywhere under it, were active and not util_excluded at each instant"
  return under === null || (under.includes(settings.unit) && settings.active && !settings.excluded)
}

function addTime(
  figures: ReferenceFigures,
  { settings, occurrence, interval }: Moment,
  ms: number,
  isExcessive: (stop: ReferenceInterval) => boolean,
  { shift }: ReferenceQuestion,
): void {
  if (interval?.status === RUNNING) figures.runningMs += ms
  if (interval?.status === DOWN) figures.downMs += ms
  if (interval?.status === OFFLINE) figures.offlineMs += ms
  if (interval?.status === POWERED_OFF) figures.poweredOffMs += ms
  const scheduled = occurrence !== undefined
  const running = interval?.status === RUNNING
  let run = 0
  // "running time inside scheduled time"
  if (running && scheduled) run = ms
  // "+ running time outside all shift history, unless util_capped_by_schedule"; with a shift chosen never.
  if (running && !scheduled && shift === 0) {
    // While archived a machine counts neither as scheduled nor as effective run.
    if (settings.cappedBySchedule || !settings.active) figures.outsideLeftOutMs += ms
    else {
      figures.outsideCountedMs += ms
      run = ms
    }
  }
  // "+ down time, inside scheduled time, of stops that are not excessive, if util_incl_lt_xsf_dt"
  if (interval?.status === DOWN && scheduled) {
    if (isExcessive(interval)) figures.excessiveDownMs += ms
    else if (!settings.shortDowntimeCounts) figures.shortDownLeftOutMs += ms
    else {
      figures.shortDownCountedMs += ms
      run = ms
    }
  }
  figures.effectiveRunMs += run
  // "actual = hourly_revenue × effective run hours, potential = × scheduled hours"
  figures.revenueActual += ((settings.hourlyRevenue ?? 0) * run) / HOUR_MS
  if (!scheduled) return
  figures.scheduledMs += ms
  figures.revenuePotential += ((settings.hourlyRevenue ?? 0) * ms) / HOUR_MS
  figures.partsPotential += ((settings.hourlyParts ?? 0) * ms) / HOUR_MS
}

function add(mean: { sum: number; count: number }, sum: number, count: number): void {
  mean.sum += sum
  mean.count += count
}

/**
 * Returns the parts per cycle at an instant: "cycles × the run's parts_per_cycle, 1 without a run"; "Cycles belong to the run
 * whose (started_at, ended_at] holds their end."
 */
function partsPerCycle(runs: readonly ReferenceRunSpan[], at: number): number {
  return runs.find((run) => run.startedAt < at && (run.endedAt === null || at <= run.endedAt))?.partsPerCycle ?? 1
}

export interface ReferenceLeftOut {
  archivedMs: number
  excludedMs: number
  elsewhereMs: number
}

/**
 * Returns the time (ms) of a machine that an answer leaves out, from its first evidence on: archived, for a unit also elsewhere
 * or excluded. Time that is several of these counts once: elsewhere before archived. With a chosen shift it is only time inside
 * that shift; archived time is in no shift.
 */
export function referenceLeftOut(machine: ReferenceMachine, question: ReferenceQuestion): ReferenceLeftOut {
  const seen = lookAt(machine, question.now)
  const left: ReferenceLeftOut = { archivedMs: 0, excludedMs: 0, elsewhereMs: 0 }
  for (const [start, end] of intervals(seen.edges, question.from, Math.min(question.to, question.now))) {
    const { settings, occurrence, interval } = seen.momentAt(start)
    if (interval === undefined) continue
    if (question.shift !== 0 && occurrence?.shift !== question.shift) continue
    if (question.under !== null && !question.under.includes(settings.unit)) left.elsewhereMs += end - start
    else if (!settings.active) left.archivedMs += end - start
    else if (question.under !== null && settings.excluded) left.excludedMs += end - start
  }
  return left
}

interface Seen {
  readonly edges: readonly number[]
  readonly momentAt: (at: number) => Moment
  readonly isExcessive: (stop: ReferenceInterval) => boolean
  readonly scheduledPartMs: (stop: ReferenceInterval) => number
}

/**
 * Returns functions for the instants and stops of a machine, for which shift history counts only from the first evidence on and
 * only while the machine is active. `edges` are all instants at which anything changes, not sorted.
 */
function lookAt({ intervals, rows, settings }: ReferenceMachine, now: number): Seen {
  const beganAt = intervals[0]?.start ?? Number.POSITIVE_INFINITY
  const occurrences = thatCount(referenceOccurrences(rows), beganAt, settings)
  const pieces = occurrences.flatMap((occurrence) => occurrence.rows.map((row) => ({ ...row, occurrence })))
  const settingsAt = (at: number) => settings.findLast(({ from }) => from <= at) ?? settings[0]
  const momentAt = (at: number): Moment => {
    const found = settingsAt(at)
    if (found === undefined) throw new Error('a machine without settings')
    return {
      at,
      settings: found,
      occurrence: pieces.find(({ start, end }) => start <= at && at < end)?.occurrence,
      interval: intervals.find(({ start, end }) => start <= at && (end === null || at < end)),
    }
  }
  // "One still going on" counts with now as its end.
  const scheduledPartMs = (stop: ReferenceInterval) =>
    pieces
      .map((row) => Math.min(row.end, stop.end ?? now) - Math.max(row.start, stop.start))
      .reduce((sum, ms) => sum + Math.max(0, ms), 0)
  return {
    edges: [
      ...intervals.flatMap(({ start, end }) => [start, end ?? now]),
      ...pieces.flatMap(({ start, end }) => [start, end]),
      ...settings.map(({ from }) => from),
    ],
    momentAt,
    // "at least excessive_downtime_threshold of scheduled time in it, decided on the whole stop, over all shifts, whatever the
    // period asked for"; "a stop [is judged] by the threshold in force at its start".
    isExcessive: (stop) => scheduledPartMs(stop) >= (settingsAt(stop.start)?.thresholdMs ?? 0),
    scheduledPartMs,
  }
}

function intervals(edges: readonly number[], from: number, to: number): [number, number][] {
  if (from >= to) return []
  const instants = [...new Set([from, ...edges.filter((at) => from < at && at < to), to])].sort((a, b) => a - b)
  return instants.slice(0, -1).flatMap((start, i): [number, number][] => {
    const end = instants[i + 1] ?? to
    return start < end ? [[start, end]] : []
  })
}

export interface ReferenceStop {
  readonly start: number
  readonly end: number | null
  readonly durationMs: number
  readonly scheduledMs: number
  readonly excessive: boolean
}

/**
 * Returns all stops of a machine that overlap the period from `from` to `to` and have begun by `now`, ascending, each with its
 * whole duration. An open stop has the end null, and its duration lasts until `now`.
 */
export function referenceStops(machine: ReferenceMachine, from: number, to: number, now: number): ReferenceStop[] {
  const seen = lookAt(machine, now)
  return machine.intervals
    .filter(
      (interval) => interval.status === DOWN && interval.start < Math.min(to, now) && (interval.end ?? now) > from,
    )
    .map((stop) => ({
      start: stop.start,
      end: stop.end,
      // "duration_s is its whole length, xsf_dt_duration_s the scheduled part"
      durationMs: (stop.end ?? now) - stop.start,
      scheduledMs: seen.scheduledPartMs(stop),
      excessive: seen.isExcessive(stop),
    }))
}

/**
 * Returns the sums of all figures, all zero for an empty list. The utilization of a unit follows from sums, never from an average
 * of percentages.
 */
export function sumOf(all: readonly ReferenceFigures[]): ReferenceFigures {
  const sum = nothing()
  for (const figures of all) {
    for (const key of Object.keys(sum) as (keyof ReferenceFigures)[]) {
      const [into, from] = [sum[key], figures[key]]
      if (typeof into === 'object' && typeof from === 'object') add(into, from.sum, from.count)
      else Object.assign(sum, { [key]: (into as number) + (from as number) })
    }
  }
  return sum
}

/**
 * Returns the usual length (s) of the buckets of a period: 15 min for less than 24 h, an hour up to 48 h, a day up to 744 h, else
 * a week. Each local day counts as 24 h.
 */
export function referenceInterval(from: number, to: number, zone: string): 900 | 3600 | 86_400 | 604_800 {
  const hours = (wallMs(to, zone) - wallMs(from, zone)) / HOUR_MS
  if (hours < 24) return 900
  if (hours <= 48) return 3600
  return hours <= 744 ? 86_400 : 604_800
}

/**
 * Returns the instant (epoch ms) at which a local day (days since 1970-01-01) begins in a zone: `dayStartMin` minutes after
 * midnight.
 */
export const dayStart = (day: number, dayStartMin: number, zone: string): number =>
  instantAt(day, dayStartMin * 60, zone)
