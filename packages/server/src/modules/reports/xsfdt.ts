import { type XsfdtRow, xsfdtFields } from '@millwatch/contract/http/reports'
import type { Range } from '@millwatch/domain/time'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import type { Static } from 'typebox'
import type { Ctx } from '../../platform/ctx.ts'
import { type PartsOnStops, partsOnStops, presentPartOfStop } from '../parts/index.ts'
import { type RunRow, runsTouching } from '../runs/index.ts'
import { allReasons, type NotesOfMachine, notesOver, type StopRow } from '../stops/index.ts'
import { settingsOver } from '../tree/index.ts'
import { type ExcessiveStop, excessiveStops } from './excessive-stops.ts'
import type { MachinesUnder } from './machines.ts'
import { presentUnitsAbove } from './present.ts'

export interface XsfdtQuestion {
  readonly from: number
  readonly to: number
  readonly now: number
  /** True when the caller may restore ignored stops; ignored stops are then part of the report. */
  readonly seesIgnored: boolean
}

const notTracked =
  'Excessive downtime tracking is disabled for this equipment. Enable it in the equipment configuration.'

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
  const parts = await partsOnStops(ctx, ids, question.from, question.to)
  const shown = question.seesIgnored ? stops : stops.filter((stop) => !noteOn(notes, stop)?.ignored)
  const runs = await runsOfStops(ctx, shown, question)
  const names = new Map(machines.map((machine) => [machine.equipmentId, machine.name]))
  const facts = { notes, parts, runs, names, now: question.now }
  const data = shown.map((stop) => presentStop(stop, facts))
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

/** Shared by all rows without any: 100,000 rows would have twice as many empty lists. */
const none: never[] = []

function presentStop(
  stop: ExcessiveStop,
  facts: {
    notes: ReadonlyMap<number, NotesOfMachine>
    parts: ReadonlyMap<number, PartsOnStops>
    runs: ReadonlyMap<number, readonly RunRow[]>
    names: ReadonlyMap<number, string>
    now: number
  },
): Static<typeof XsfdtRow> {
  const { equipmentId, startedAt, endedAt } = stop
  const end = endedAt ?? facts.now
  const note = noteOn(facts.notes, stop)
  const runs = facts.runs.get(equipmentId)
  const parts = facts.parts.get(equipmentId)?.get(startedAt)
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
    runs === undefined ? none : tagsOf(runs, { from: startedAt, to: end }, facts.now),
    parts === undefined ? none : parts.map(presentPartOfStop),
    note?.ignored ?? false,
    stop.thresholdMs / 1000,
  ]
}

/** Returns the ids of the tags of the runs that touch a span, ascending; an open run lasts up to `now`. */
function tagsOf(runs: readonly RunRow[], { from, to }: Range, now: number): number[] {
  const during = runs.filter((run) => run.startedAt < to && (run.endedAt ?? now) > from)
  return [...new Set(during.flatMap((run) => run.tags.map((tag) => tag.id)))].sort((a, b) => a - b)
}
