import type { Range } from '@millwatch/domain/time'
import type { SettingsFrom } from '@millwatch/domain/tree'
import {
  addSums,
  countedShifts,
  type EventSums,
  isKept,
  type MachineTime,
  noSums,
  type RollupRow,
  rowsBetween,
  type Sums,
  stretchesOf,
} from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { machineTimes, saidByShift } from './from-intervals.ts'
import { saidInQuarters } from './queries-rollups.ts'
import type { Span } from './queries-time.ts'
import { QUARTER_MS, without } from './ranges.ts'
import { upTo } from './reach.ts'

/** Days of one machine that follow one another, read and reckoned in one go, and the quarter-hours wanted of them. */
export interface DayRun extends Span {
  readonly days: readonly Range[]
  readonly quarters: readonly Range[]
  /** What reaches it is read as going on. */
  readonly end: number
}

/** Where rows go as they are reckoned. */
export interface RollupSink {
  quarter(equipmentId: number, row: RollupRow): void
  day(equipmentId: number, from: number, to: number, sums: Sums): void
  dayShift(equipmentId: number, from: number, to: number, row: RollupRow): void
}

const EVER = Number.MAX_SAFE_INTEGER

/**
 * Reckons rows from intervals, shift history and events. What was said in quarter-hours that are not wanted anew is taken for
 * their day from the rows that stand.
 */
export async function reckonRollups(
  ctx: Ctx,
  runs: readonly DayRun[],
  settings: ReadonlyMap<number, readonly SettingsFrom[]>,
  sink: RollupSink,
): Promise<void> {
  if (runs.length === 0) return
  const times = await machineTimes(ctx, runs, { now: EVER, settings, shifts: 'date' })
  const said = await newlySaid(ctx, runs, times.map(countedShifts))
  const kept = await saidInQuarters(
    ctx,
    spansOf(runs, (run) => without(run, run.quarters)),
  )
  runs.forEach((run, i) => {
    const stretches = stretchesOf(upTo(times[i] as MachineTime, run.end), run, run.end)
    const ofRun = said[i] ?? []
    for (const range of run.quarters) {
      const inRange = run.quarters.length === 1 ? ofRun : ofRun.filter(({ at }) => at >= range.from && at < range.to)
      for (const rows of rowsBetween(edgesOf(range), stretches, inRange))
        if (isKept(rows)) for (const row of rows) sink.quarter(run.equipmentId, row)
    }
    pourDays(sink, run, rowsBetween(boundsOf(run.days), stretches, [...ofRun, ...(kept.get(i) ?? [])]))
  })
}

interface NumberedSpan extends Span {
  readonly no: number
}

const spansOf = (runs: readonly DayRun[], of: (run: DayRun) => readonly Range[]): NumberedSpan[] =>
  runs.flatMap((run, no) => of(run).map(({ from, to }) => ({ from, to, equipmentId: run.equipmentId, no })))

export const quartersOf = ({ equipmentId, quarters }: DayRun): Span[] =>
  quarters.map(({ from, to }) => ({ equipmentId, from, to }))

/** What was said in the quarter-hours that are wanted, by run of days. */
async function newlySaid(
  ctx: Ctx,
  runs: readonly DayRun[],
  counted: Parameters<typeof saidByShift>[2],
): Promise<EventSums[][]> {
  const spans = spansOf(runs, (run) => run.quarters)
  const ofRuns: EventSums[][] = runs.map(() => [])
  if (spans.length === 0) return ofRuns
  const lists = await saidByShift(
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

function pourDays(sink: RollupSink, run: DayRun, rowsOfDays: readonly RollupRow[][]): void {
  run.days.forEach(({ from, to }, i) => {
    const whole = noSums()
    for (const row of rowsOfDays[i] ?? []) {
      addSums(whole, row.sums)
      if (row.shift > 0) sink.dayShift(run.equipmentId, from, to, row)
    }
    sink.day(run.equipmentId, from, to, whole)
  })
}
