import { partsOf, type RunSpan, runAt } from '@millwatch/domain/runs'
import { type DatedRange, datedRanges, OCCURRENCE_REACH_MS, type ShiftRow } from '@millwatch/domain/shifts'
import { DOWN, type Interval } from '@millwatch/domain/status'
import type { SettingsFrom } from '@millwatch/domain/tree'
import {
  classifiedIntervals,
  countedShifts,
  type EventSums,
  type MachineTime,
  OUTSIDE,
  type RollupRow,
  rowsBetween,
  SUM,
  shiftAt,
} from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { runsOver } from '../runs/index.ts'
import { type CutSpan, eventSumsOver, type PartSums } from './queries-events.ts'
import { type IntervalWithId, intervalsOver, type Span, shiftRowsOver } from './queries-time.ts'

/**
 * Range of one machine's time whose sums are requested, separately for each part between `edges` (epoch ms, ascending, inside the
 * range).
 */
export interface EdgedSpan extends Span {
  readonly edges: readonly number[]
}

export interface Reckoning {
  readonly now: number
  readonly settings: ReadonlyMap<number, readonly SettingsFrom[]>
  /** Key by which sums of events are separate: none, the shift, or the shift and its date. Dates are 0 unless it is `date`. */
  readonly shifts: 'none' | 'shift' | 'date'
  readonly averages: boolean
}

/** Time of a machine with the id of the row of each interval. */
export interface StoredTime extends MachineTime {
  readonly intervals: readonly IntervalWithId[]
}

/**
 * Returns for each span the status intervals and shift history that touch it, not clipped, and all settings of the machine over
 * time. Shift history also covers the whole of a stop at either end, as a stop is classified by its full length. Shift dates are
 * 0 unless `shifts` is `date`.
 */
export async function machineTimes(
  ctx: Ctx,
  spans: readonly Span[],
  { now, settings, shifts }: Pick<Reckoning, 'now' | 'settings' | 'shifts'>,
): Promise<StoredTime[]> {
  const intervals = await intervalsOver(ctx, spans)
  const reach = shifts === 'date' ? OCCURRENCE_REACH_MS : 0
  const rows = await shiftRowsOver(
    ctx,
    spans.map((span, i) => widened(span, intervals[i] ?? [], now, reach)),
  )
  return spans.map(({ equipmentId }, i) => ({
    intervals: intervals[i] ?? [],
    shifts: shifts === 'date' ? datedRanges(rows[i] ?? []) : (rows[i] ?? []).map(undated),
    settings: settings.get(equipmentId) ?? [],
  }))
}

/**
 * Returns a span extended to the whole of the stops at its ends, as a stop is classified by its full length, and on both sides by
 * `reachMs`. An open stop ends at `now`.
 */
function widened(span: Span, intervals: readonly Interval[], now: number, reachMs: number): Span {
  const first = intervals[0]
  const last = intervals.at(-1)
  const from = first?.status === DOWN ? Math.min(first.startedAt, span.from) : span.from
  const to = last?.status === DOWN ? Math.max(last.endedAt ?? now, span.to) : span.to
  return { equipmentId: span.equipmentId, from: from - reachMs, to: to + reachMs }
}

const undated = ({ shift, startedAt, endedAt }: ShiftRow): DatedRange => ({
  shift,
  shiftDate: 0,
  from: startedAt,
  to: endedAt,
})

/**
 * Returns, for each span and each part between its edges, the rows of sums by shift and shift date. Computes them from intervals,
 * shift history and events, without rollups.
 */
export async function rowsFromIntervals(
  ctx: Ctx,
  spans: readonly EdgedSpan[],
  reckoning: Reckoning,
): Promise<RollupRow[][][]> {
  if (spans.length === 0) return []
  const times = await machineTimes(ctx, spans, reckoning)
  const counted = times.map(countedShifts)
  const sumsOfEvents = await eventSumsByShift(ctx, spans, counted, reckoning)
  return spans.map((span, i) =>
    rowsBetween(
      [span.from, ...span.edges, span.to],
      classifiedIntervals(times[i] as MachineTime, span, reckoning.now),
      sumsOfEvents[i] ?? [],
    ),
  )
}

/**
 * Returns for each span the sums of its cycles and readings, separate by edge, by run and, unless `shifts` is `none`, by the
 * ranges of `counted` (one list per span). With `bucketMs` they are also separate by multiples of that length. Parts without
 * events are left out.
 */
export async function eventSumsByShift(
  ctx: Ctx,
  spans: readonly EdgedSpan[],
  counted: readonly (readonly DatedRange[])[],
  { shifts, averages }: Pick<Reckoning, 'shifts' | 'averages'>,
  bucketMs?: number,
): Promise<EventSums[][]> {
  const runs = await runsOfSpans(ctx, spans)
  const cutSpans = spans.map((span, i): CutSpan => {
    const ofShifts = shifts === 'none' ? [] : (counted[i] ?? []).flatMap(({ from, to }) => [from, to])
    const ofRuns = (runs.get(span.equipmentId) ?? []).flatMap(({ startedAt, endedAt }) => [
      startedAt + 1,
      ...(endedAt === null ? [] : [endedAt + 1]),
    ])
    return { ...span, cuts: within(span, [...span.edges, ...ofShifts, ...ofRuns]) }
  })
  const options = { averages, ...(bucketMs === undefined ? {} : { bucketMs }) }
  const lists: EventSums[][] = spans.map(() => [])
  for (const part of await eventSumsOver(ctx, cutSpans, options)) {
    const span = cutSpans[part.span] as CutSpan
    lists[part.span]?.push(eventSums(part, span, counted[part.span] ?? [], runs.get(span.equipmentId) ?? [], shifts))
  }
  return lists
}

async function runsOfSpans(ctx: Ctx, spans: readonly Span[]): Promise<Map<number, RunSpan[]>> {
  const ids = [...new Set(spans.map((span) => span.equipmentId))]
  const from = Math.min(...spans.map((span) => span.from))
  return runsOver(ctx, ids, from, Math.max(...spans.map((span) => span.to)))
}

const within = ({ from, to }: Span, instants: readonly number[]): number[] =>
  [...new Set(instants)].filter((at) => at > from && at < to).sort((a, b) => a - b)

function eventSums(
  { part, bucketAt, cycles, sums }: PartSums,
  span: CutSpan,
  counted: readonly DatedRange[],
  runs: readonly RunSpan[],
  shifts: Reckoning['shifts'],
): EventSums {
  const at = Math.max(span.from, bucketAt, part === 0 ? span.from : (span.cuts[part - 1] as number))
  const range = shifts === 'none' ? undefined : shiftAt(counted, at)
  sums[SUM.parts] = partsOf(cycles, runAt(runs, at))
  return { at, shift: range?.shift ?? OUTSIDE, shiftDate: range?.shiftDate ?? 0, sums }
}
