import { DAY_MS, joined, type Range } from '@millwatch/domain/time'
import type { SettingsFrom } from '@millwatch/domain/tree'
import { countedShifts, excessOf } from '@millwatch/domain/utilization'
import type { Ctx } from '../../platform/ctx.ts'
import { longStops, type StopRow } from '../stops/index.ts'
import type { EquipmentRow } from '../tree/index.ts'
import {
  type PackedStops,
  packed,
  packedStop,
  type ReadyTo,
  readyStops,
  readyStopsAcross,
  stopsReadyTo,
} from '../utilization/index.ts'
import { shiftsInside } from './queries-downtime.ts'

/** Excessive stop with the scheduled time (ms) in it. */
export interface ExcessiveStop extends StopRow {
  readonly scheduledMs: number
}

/** Period of a report, and the instant `now` up to which an open stop lasts; epoch ms. */
export interface StopsPeriod extends Range {
  readonly now: number
}

type Settings = ReadonlyMap<number, readonly SettingsFrom[]>

/**
 * Excessive stops of machines that touch a period, not clipped, in two parts: those of `single`, and those stored in rows up to
 * `readyTo`.
 */
export interface StopsOfPeriod {
  /** Stops without a row of their own, and stops that began before the period; by start, then by machine. */
  readonly single: readonly ExcessiveStop[]
  /** Instants (epoch ms) by machine id up to which the other stops are read from their rows. */
  readonly readyTo: ReadyTo
}

/**
 * Returns the excessive stops of machines that touch a period, not clipped. It reads those that began before the period and those
 * that are not stored as excessive yet; pass the result to `inOrder`, which reads the stored ones.
 */
export async function stopsOfPeriod(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  settings: Settings,
  period: StopsPeriod,
): Promise<StopsOfPeriod> {
  const readyTo = await readyToOf(ctx, machines, period)
  const across: readonly ExcessiveStop[] = await readyStopsAcross(ctx, period.from, readyTo)
  const single = [...across, ...(await computedStops(ctx, machines, settings, period, readyTo))]
  return { single: single.sort((a, b) => (isBefore(a, b) ? -1 : 1)), readyTo }
}

/**
 * Yields all excessive stops that touch a period, packed, some at a time; by start, then by machine. Its last argument is the
 * result of `stopsOfPeriod` for the same period.
 */
export async function* inOrder(
  ctx: Ctx,
  { from }: Range,
  { single, readyTo }: StopsOfPeriod,
): AsyncGenerator<PackedStops> {
  let rest = single
  for await (const stops of readyStops(ctx, from, readyTo)) {
    const [earlier, later] = splitAt(rest, stops)
    rest = later
    yield earlier.length === 0 ? stops : merged(stops, earlier)
  }
  yield Float64Array.from(rest.flatMap(packedStop))
}

/**
 * Returns the single stops in two lists: those before the last one of `stops`, and the others. Without `stops`, all are in the
 * second.
 */
function splitAt(single: readonly ExcessiveStop[], stops: PackedStops) {
  const last = stops.length - packed.length
  const count = last < 0 ? 0 : single.findLastIndex((stop) => isBeforePacked(stop, stops, last)) + 1
  return [single.slice(0, count), single.slice(count)] as const
}

/**
 * Returns single stops merged into packed ones. Both must be in order, by start and then by machine, and the last packed stop
 * must be later than all single ones.
 */
function merged(stops: PackedStops, single: readonly ExcessiveStop[]): PackedStops {
  const all = new Float64Array(stops.length + single.length * packed.length)
  let [read, written] = [0, 0]
  const copyUpTo = (end: number) => {
    all.set(stops.subarray(read, end), written)
    written += end - read
    read = end
  }
  for (const stop of single) {
    let end = read
    while (!isBeforePacked(stop, stops, end)) end += packed.length
    copyUpTo(end)
    all.set(packedStop(stop), written)
    written += packed.length
  }
  copyUpTo(stops.length)
  return all
}

function isBeforePacked(stop: ExcessiveStop, stops: PackedStops, at: number): boolean {
  const startedAt = stops[at + packed.startedAt] as number
  const equipmentId = stops[at + packed.equipmentId] as number
  return isBefore(stop, { startedAt, equipmentId })
}

type Place = Pick<StopRow, 'startedAt' | 'equipmentId'>

const isBefore = (a: Place, b: Place): boolean =>
  a.startedAt === b.startedAt ? a.equipmentId < b.equipmentId : a.startedAt < b.startedAt

/**
 * Returns by machine id the instants (epoch ms) up to which stops can be read from their rows; an empty map for an empty period.
 */
export async function readyToOf(ctx: Ctx, machines: readonly EquipmentRow[], period: Range): Promise<ReadyTo> {
  if (period.to <= period.from) return new Map()
  return stopsReadyTo(
    ctx,
    machines.map((machine) => machine.equipmentId),
    period,
  )
}

/**
 * Returns the excessive stops that touch a period and end at the instant of their machine in `readyTo` or later (without an
 * instant: all), by machine and start. Computes them from status intervals and shift history; an open stop lasts up to `now`.
 */
export async function computedStops(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  settings: Settings,
  { from, to, now }: StopsPeriod,
  readyTo: ReadyTo,
): Promise<ExcessiveStop[]> {
  const questions = machines.map(({ equipmentId }) => ({
    equipmentId,
    // A stop that is shorter than any threshold its machine ever had need not be looked at.
    leastMs: Math.min(
      ...(settings.get(equipmentId) ?? []).map((settingsFrom) => settingsFrom.excessiveDowntimeThresholdMs),
    ),
    // Exactly the stops that end at the instant or later touch the millisecond before it, or later time.
    from: Math.max(from, (readyTo.get(equipmentId) ?? from) - 1),
  }))
  const stops = await longStops(ctx, questions, { to, now })
  const counted = await countedOf(ctx, stops, settings, now)
  return stops.flatMap((stop) => {
    const span = { from: stop.startedAt, to: stop.endedAt ?? now }
    const excess = excessOf(span, counted.get(stop.equipmentId) ?? [], settings.get(stop.equipmentId) ?? [])
    return excess === null ? [] : [{ ...stop, scheduledMs: excess.scheduledMs }]
  })
}

/** Gap between two stops, in ms, above which the shifts around them are read separately, as years may lie between them. */
const APART_MS = 7 * DAY_MS

/**
 * Returns spans (epoch ms) that contain the stops of a machine, one for all stops with gaps of at most 7 days. `stops` are in
 * order of time; an open one lasts up to `now`.
 */
function spansOf(equipmentId: number, stops: readonly StopRow[], now: number) {
  const ranges = stops.map(({ startedAt, endedAt }) => ({ from: startedAt, to: endedAt ?? now }))
  return joined(ranges, APART_MS).map((range) => ({ ...range, equipmentId }))
}

/**
 * Returns by machine id the ranges of shift history around its stops in which time is scheduled. `stops` are by machine and time.
 */
async function countedOf(
  ctx: Ctx,
  stops: readonly StopRow[],
  settings: Settings,
  now: number,
): Promise<ReadonlyMap<number, readonly Range[]>> {
  const byMachine = Map.groupBy(stops, (stop) => stop.equipmentId)
  const spans = [...byMachine].flatMap(([equipmentId, some]) => spansOf(equipmentId, some, now))
  const inside = await shiftsInside(ctx, spans)
  const rows = Map.groupBy(
    spans.flatMap(({ equipmentId }, i) => (inside[i] ?? []).map((range) => ({ ...range, equipmentId }))),
    (row) => row.equipmentId,
  )
  return new Map(
    [...byMachine.keys()].map((equipmentId) => {
      // A shift that touches two spans is read with both.
      const ranges = new Map((rows.get(equipmentId) ?? []).map(({ from, to }) => [from, { from, to }]))
      const shifts = [...ranges.values()].map((range) => ({ ...range, shift: 0 as const, shiftDate: 0 }))
      return [equipmentId, countedShifts({ shifts, settings: settings.get(equipmentId) ?? [] })]
    }),
  )
}
