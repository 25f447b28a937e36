import { DOWN } from '@millwatch/domain/status'
import { type Range, without } from '@millwatch/domain/time'
import type { SettingsFrom } from '@millwatch/domain/tree'
import {
  addSums,
  classifiedIntervals,
  countedShifts,
  type EventSums,
  excessOf,
  isKept,
  type MachineTime,
  noSums,
  type RollupRow,
  rowsBetween,
  type Sums,
} from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { eventSumsByShift, machineTimes, type StoredTime } from './from-intervals.ts'
import { QUARTER_MS } from './quarters.ts'
import { eventSumsInQuarters } from './queries-rollups.ts'
import type { Span } from './queries-time.ts'
import { upTo } from './reach.ts'
import type { ReadyStop } from './store-stops.ts'

/** Consecutive days of one machine that are computed together, with the quarter-hours to build among them. */
export interface DayRun extends Span {
  readonly days: readonly Range[]
  readonly quarters: readonly Range[]
  /** Ranges (epoch ms) that select the stops passed to the sink: those that end in one of them. */
  readonly stopsIn: readonly Range[]
  /** Instant (epoch ms) of the computation: an interval that ends at it or later is computed as open. */
  readonly end: number
}

/** Receiver of rollup rows as they are computed: `RollupWriter` stores them, the comparison collects them. */
export interface RollupSink {
  quarter(equipmentId: number, row: RollupRow): void
  day(equipmentId: number, from: number, to: number, sums: Sums): void
  dayShift(equipmentId: number, from: number, to: number, row: RollupRow): void
  stop(stop: ReadyStop): void
}

const EVER = Number.MAX_SAFE_INTEGER

/**
 * Computes the rollup rows of runs of days from intervals, shift history and events, and passes them to `sink`; writes
 * nothing itself. Quarter-hour rows are computed for `quarters` of a run only. For its other quarter-hours the day rows
 * take the event sums from stored rows.
 */
export async function computeRollups(
  ctx: Ctx,
  runs: readonly DayRun[],
  settings: ReadonlyMap<number, readonly SettingsFrom[]>,
  sink: RollupSink,
): Promise<void> {
  if (runs.length === 0) return
  // A stop that ends where a run begins is of the run too.
  const spans = runs.map(({ equipmentId, from, to }) => ({ equipmentId, from: from - 1, to }))
  const times = await machineTimes(ctx, spans, { now: EVER, settings, shifts: 'date' })
  const counted = times.map(countedShifts)
  const newSums = await newEventSums(ctx, runs, counted)
  const kept = await eventSumsInQuarters(
    ctx,
    spansOf(runs, (run) => without([run], run.quarters)),
  )
  runs.forEach((run, i) => {
    const segments = classifiedIntervals(upTo(times[i] as MachineTime, run.end), run, run.end)
    const ofRun = newSums[i] ?? []
    for (const range of run.quarters) {
      const inRange = run.quarters.length === 1 ? ofRun : ofRun.filter(({ at }) => at >= range.from && at < range.to)
      for (const rows of rowsBetween(edgesOf(range), segments, inRange))
        if (isKept(rows)) for (const row of rows) sink.quarter(run.equipmentId, row)
    }
    addStops(sink, run, times[i] as StoredTime, counted[i] ?? [])
    addDays(sink, run, rowsBetween(boundsOf(run.days), segments, [...ofRun, ...(kept.get(i) ?? [])]))
  })
}

interface NumberedSpan extends Span {
  readonly no: number
}

const spansOf = (runs: readonly DayRun[], rangesOf: (run: DayRun) => readonly Range[]): NumberedSpan[] =>
  runs.flatMap((run, no) => rangesOf(run).map(({ from, to }) => ({ from, to, equipmentId: run.equipmentId, no })))

export const quartersOf = ({ equipmentId, quarters }: DayRun): Span[] =>
  quarters.map(({ from, to }) => ({ equipmentId, from, to }))

/** Returns, by index of the run of days, the event sums of the quarter-hours to build. */
async function newEventSums(
  ctx: Ctx,
  runs: readonly DayRun[],
  counted: Parameters<typeof eventSumsByShift>[2],
): Promise<EventSums[][]> {
  const spans = spansOf(runs, (run) => run.quarters)
  const ofRuns: EventSums[][] = runs.map(() => [])
  if (spans.length === 0) return ofRuns
  const lists = await eventSumsByShift(
    ctx,
    spans.map((span) => ({ ...span, edges: [] })),
    spans.map((span) => counted[span.no] ?? []),
    { shifts: 'date', averages: true },
    QUARTER_MS,
  )
  spans.forEach(({ no }, i) => {
    ofRuns[no]?.push(...(lists[i] ?? []))
  })
  return ofRuns
}

function edgesOf({ from, to }: Range): number[] {
  const edges: number[] = []
  for (let at = from; at <= to; at += QUARTER_MS) edges.push(at)
  return edges
}

const boundsOf = (days: readonly Range[]): number[] => [...days.map((day) => day.from), days.at(-1)?.to ?? 0]

function addStops(sink: RollupSink, run: DayRun, time: StoredTime, counted: readonly Range[]): void {
  const { equipmentId, stopsIn } = run
  for (const { id: intervalId, status, startedAt, endedAt } of time.intervals) {
    if (status !== DOWN || endedAt === null || !stopsIn.some(({ from, to }) => endedAt >= from && endedAt < to))
      continue
    const excess = excessOf({ from: startedAt, to: endedAt }, counted, time.settings)
    if (excess !== null) sink.stop({ equipmentId, intervalId, startedAt, endedAt, scheduledMs: excess.scheduledMs })
  }
}

function addDays(sink: RollupSink, run: DayRun, rowsOfDays: readonly RollupRow[][]): void {
  run.days.forEach(({ from, to }, i) => {
    const whole = noSums()
    for (const row of rowsOfDays[i] ?? []) {
      addSums(whole, row.sums)
      if (row.shift > 0) sink.dayShift(run.equipmentId, from, to, row)
    }
    sink.day(run.equipmentId, from, to, whole)
  })
}
