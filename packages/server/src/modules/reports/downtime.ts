import { downtimeFields } from '@millwatch/contract/http/reports'
import { type SettingsFrom, settingsAt } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { constantOf, JsonBytes } from '../../platform/http/json-bytes.ts'
import { partsOnStops } from '../parts/index.ts'
import { runsTouching } from '../runs/index.ts'
import { allReasons, type NotesOfMachine, notesOver, type StopRow } from '../stops/index.ts'
import { type EquipmentRow, settingsOver } from '../tree/index.ts'
import { packed } from '../utilization/index.ts'
import { inOrder, stopsOfPeriod } from './excessive-stops.ts'
import { idsOf, type MachinesUnder } from './machines.ts'
import { presentUnitsAbove } from './present.ts'
import { StopWriter } from './present-stops.ts'

export interface DowntimeQuestion {
  readonly from: number
  readonly to: number
  readonly now: number
  /** True when the caller may restore ignored stops; ignored stops are then part of the report. */
  readonly seesIgnored: boolean
}

const notTracked =
  'Excessive downtime tracking is disabled for this equipment. Enable it in the equipment configuration.'

/**
 * Returns the report of excessive downtime as JSON in parts: one row per excessive stop that touches the period, as arrays in the
 * order of `downtimeFields`, by start. Leaves out machines that do not track excessive downtime now, and ignored stops unless
 * `seesIgnored`. For one machine that does not track it, the answer has a `message`. Rows become text while the next ones are
 * read, as those of a thousand machines and 15 months are 180 MB.
 */
export async function downtimeJson(
  ctx: Ctx,
  { machines, tree, asksOne }: MachinesUnder,
  question: DowntimeQuestion,
): Promise<Buffer[]> {
  const settings = await settingsOver(ctx, idsOf(machines))
  const tracked = machines.filter(({ equipmentId: id }) => isTracked(settings.get(id), question.now))
  const out = new JsonBytes()
  out.text(`{"status":"success","fields":${JSON.stringify(downtimeFields)},"data":[`)
  await writeStops(ctx, out, tracked, settings, question)
  const equipment = machines.map((machine) => [
    machine.equipmentId,
    { name: machine.name, org_units: presentUnitsAbove(tree, machine) },
  ])
  const rest = {
    reasons: Object.fromEntries((await allReasons(ctx)).map((reason) => [reason.reasonId, reason.name])),
    equipment: Object.fromEntries(equipment),
    ...(asksOne && tracked.length === 0 ? { message: notTracked } : {}),
  }
  out.text(`],${JSON.stringify(rest).slice(1)}`)
  return out.take()
}

/** Writes the rows of the report about these machines to `out`, separated by commas. */
async function writeStops(
  ctx: Ctx,
  out: JsonBytes,
  machines: readonly EquipmentRow[],
  settings: ReadonlyMap<number, readonly SettingsFrom[]>,
  question: DowntimeQuestion,
): Promise<void> {
  const { from, to, now, seesIgnored } = question
  const ids = idsOf(machines)
  const found = await stopsOfPeriod(ctx, machines, settings, question)
  const notes = await notesOver(ctx, ids, from, to)
  const parts = await partsOnStops(ctx, ids, from, to)
  const earliest = Math.min(from, ...found.single.slice(0, 1).map((stop) => stop.startedAt))
  const runs = Map.groupBy(await runsTouching(ctx, ids, earliest, now), (run) => run.equipmentId)
  const writers = new Map(
    machines.map(({ equipmentId: id, name }) => {
      const written = { notes: notes.get(id), parts: parts.get(id), runs: runs.get(id) ?? [] }
      return [id, new StopWriter({ equipmentId: id, name, settings: settings.get(id) ?? [], ...written }, now)]
    }),
  )
  let isFirst = true
  for await (const stops of inOrder(ctx, question, found)) {
    for (let at = 0; at < stops.length; at += packed.length) {
      const id = stops[at + packed.equipmentId] as number
      if (!seesIgnored && notes.get(id)?.onStops.get(stops[at + packed.startedAt] as number)?.ignored) continue
      if (!isFirst) out.constant(comma)
      isFirst = false
      writers.get(id)?.write(out, stops, at)
    }
  }
}

const comma = constantOf(',')

/** Returns true if excessive downtime of a machine is tracked at `now` (epoch ms); false for one without settings. */
export const isTracked = (history: readonly SettingsFrom[] | undefined, now: number): boolean =>
  history !== undefined && settingsAt(history, now).excessiveDowntimeEnabled

/** Returns the annotation of a stop; undefined: there is none. */
export const noteOn = (notes: ReadonlyMap<number, NotesOfMachine>, stop: StopRow) =>
  notes.get(stop.equipmentId)?.onStops.get(stop.startedAt)
