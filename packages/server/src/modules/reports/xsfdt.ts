import { type XsfdtRow, xsfdtFields } from '@millwatch/contract/http/reports'
import { DAY_MS, type Range } from '@millwatch/domain/time'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import { countedShifts, isExcessive, scheduledMsOf } from '@millwatch/domain/utilization'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { type RunRow, runsTouching } from '../runs/index.ts'
import { allReasons, longStops, type NotesOfMachine, notesOver, type StopRow } from '../stops/index.ts'
import { type EquipmentRow, settingsOver } from '../tree/index.ts'
import type { MachinesUnder } from './machines.ts'
import { presentUnitsAbove } from './present.ts'
import { shiftsInside } from './queries-xsfdt.ts'

export interface XsfdtQuestion {
  readonly from: number
  readonly to: number
  readonly now: number
  /** True when the caller may restore ignored stops; ignored stops are then part of the report. */
  readonly seesIgnored: boolean
}

const notTracked =
  'Excessive downtime tracking is disabled for this equipment. Enable it in the equipment configuration.'

/** An excessive stop, with the scheduled time in it and the threshold in force at its start. */
interface Excessive extends StopRow {
  readonly scheduledMs: number
  readonly thresholdMs: number
}

/**
 * Returns the report of excessive downtime: one row per excessive stop that touches the period, as arrays in the order
 * of `xsfdtFields`, by start. Leaves out machines that do not track excessive downtime now, and ignored stops unless
 * `seesIgnored`. For one machine that does not track it, the answer has a `message`.
 */
export async function xsfdt(ctx: Ctx, { machines, tree, asksOne }: MachinesUnder, question: XsfdtQuestion) {
  const ids = machines.map((machine) => machine.equipmentId)
  const settings = await settingsOver(ctx, ids)
  const tracked = machines.filter(({ equipmentId: id }) => isTracked(settings.get(id), question.now))
  const stops = await excessiveStops(ctx, tracked, settings, question)
  const notes = await notesOver(ctx, ids, question.from, question.to)
  const shown = stops.filter((stop) => question.seesIgnored || !noteOn(notes, stop)?.ignored)
  const runs = await runsOfStops(ctx, shown, question)
  const names = new Map(machines.map((machine) => [machine.equipmentId, machine.name]))
  const data = shown
    .sort((a, b) => a.startedAt - b.startedAt || a.equipmentId - b.equipmentId)
    .map((stop) => presentStop(stop, { notes, runs, names, now: question.now }))
  const equipment = machines.map((machine) => [
    machine.equipmentId,
    { name: machine.name, org_units: presentUnitsAbove(tree, machine) },
  ])
  return {
    fields: [...xsfdtFields],
    data,
    reasons: Object.fromEntries((await allReasons(ctx)).map((reason) => [reason.reasonId, reason.name])),
    equipment: Object.fromEntries(equipment),
    ...(asksOne && tracked.length === 0 ? { message: notTracked } : {}),
  }
}

export const isTracked = (history: readonly SettingsFrom[] | undefined, now: number): boolean =>
  history !== undefined && settingsAt(history, now).excessiveDowntimeEnabled

export const noteOn = (notes: ReadonlyMap<number, NotesOfMachine>, stop: StopRow) =>
  notes.get(stop.equipmentId)?.onStops.get(stop.startedAt)

export async function excessiveStops(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  settings: ReadonlyMap<number, readonly SettingsFrom[]>,
  { from, to, now }: XsfdtQuestion,
): Promise<Excessive[]> {
  // A stop that is shorter than any threshold its machine ever had need not be looked at.
  const questions = machines.map(({ equipmentId }) => ({
    equipmentId,
    leastMs: Math.min(
      ...(settings.get(equipmentId) ?? []).map((settingsFrom) => settingsFrom.excessiveDowntimeThresholdMs),
    ),
  }))
  const stops = await longStops(ctx, questions, { from, to, now })
  const counted = await countedOf(ctx, stops, settings, now)
  return stops.flatMap((stop) => {
    const history = settings.get(stop.equipmentId) ?? []
    const shifts = counted.get(stop.equipmentId) ?? []
    const span = { from: stop.startedAt, to: stop.endedAt ?? now }
    if (!isExcessive(span, shifts, history)) return []
    const thresholdMs = settingsAt(history, stop.startedAt).excessiveDowntimeThresholdMs
    return [{ ...stop, scheduledMs: scheduledMsOf(span, shifts), thresholdMs }]
  })
}

/** Stops further apart than this are read with their own shifts, ms: the time between may be years. */
const APART_MS = 7 * DAY_MS

/** Returns one span for stops of a machine that are near each other; `stops` are in time order. */
function spansOf(equipmentId: number, stops: readonly StopRow[], now: number) {
  const spans: { equipmentId: number; from: number; to: number }[] = []
  for (const { startedAt, endedAt } of stops) {
    const last = spans.at(-1)
    const to = endedAt ?? now
    if (last === undefined || startedAt - last.to > APART_MS) spans.push({ equipmentId, from: startedAt, to })
    else last.to = to
  }
  return spans
}

/** Returns the counted shift history of each machine around its stops; `stops` are by machine and time. */
async function countedOf(
  ctx: Ctx,
  stops: readonly StopRow[],
  settings: ReadonlyMap<number, readonly SettingsFrom[]>,
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

async function runsOfStops(
  ctx: Ctx,
  stops: readonly StopRow[],
  { now }: XsfdtQuestion,
): Promise<Map<number, RunRow[]>> {
  if (stops.length === 0) return new Map()
  const from = stops.reduce((least, { startedAt }) => Math.min(least, startedAt), now)
  const ids = [...new Set(stops.map((stop) => stop.equipmentId))]
  return Map.groupBy(await runsTouching(ctx, ids, from, now), (run) => run.equipmentId)
}

function presentStop(
  stop: Excessive,
  facts: {
    notes: ReadonlyMap<number, NotesOfMachine>
    runs: ReadonlyMap<number, readonly RunRow[]>
    names: ReadonlyMap<number, string>
    now: number
  },
): Static<typeof XsfdtRow> {
  const { equipmentId, startedAt, endedAt } = stop
  const end = endedAt ?? facts.now
  const note = noteOn(facts.notes, stop)
  const during = (facts.runs.get(equipmentId) ?? []).filter(
    (run) => run.startedAt < end && (run.endedAt ?? facts.now) > startedAt,
  )
  return [
    stop.intervalId,
    equipmentId,
    facts.names.get(equipmentId) ?? '',
    2,
    startedAt / 1000,
    endedAt === null ? null : endedAt / 1000,
    endedAt === null,
    (end - startedAt) / 1000,
    stop.scheduledMs / 1000,
    note?.reasonId ?? null,
    note?.reason ?? null,
    note?.notes ?? null,
    [...new Set(during.flatMap((run) => run.tags.map((tag) => tag.id)))].sort((a, b) => a - b),
    [],
    note?.ignored ?? false,
    stop.thresholdMs / 1000,
  ]
}
