import { type StopTotal, stopTotals } from '@millwatch/domain/stops'
import type { Ctx } from '../../platform/ctx.ts'
import { type NotesOfMachine, notesOver } from '../stops/index.ts'
import { type EquipmentRow, settingsOver } from '../tree/index.ts'
import { readyStopSums, type StopMark } from '../utilization/index.ts'
import { isTracked, noteOn } from './downtime.ts'
import { computedStops, readyToOf } from './excessive-stops.ts'
import { idsOf } from './machines.ts'

/** By machine id: one total for each reason of its excessive stops (`key`: id of the reason, null: no reason was given). */
export type StopsByMachine = ReadonlyMap<number, readonly StopTotal<number | null>[]>

/**
 * Returns the totals of the stops in the report of excessive downtime, by machine and reason; `ms` is scheduled time. Ignored
 * stops, and machines that do not track excessive downtime at `now`, are left out. Machines without stops are absent.
 */
export async function totalsByMachine(
  ctx: Ctx,
  machines: readonly EquipmentRow[],
  { from, to, now }: { from: number; to: number; now: number },
): Promise<StopsByMachine> {
  const settings = await settingsOver(ctx, idsOf(machines))
  const tracked = machines.filter(({ equipmentId }) => isTracked(settings.get(equipmentId), now))
  const period = { from, to, now }
  const [readyTo, notes] = await Promise.all([
    readyToOf(ctx, tracked, period),
    notesOver(ctx, idsOf(tracked), from, to),
  ])
  const [rest, ready] = await Promise.all([
    computedStops(ctx, tracked, settings, period, readyTo),
    readyStopSums(ctx, from, readyTo, marksOf(notes)),
  ])
  const counted = rest.flatMap((stop) => {
    const note = noteOn(notes, stop)
    if (note?.ignored) return []
    return [{ equipmentId: stop.equipmentId, reasonId: note?.reasonId ?? null, stops: 1, ms: stop.scheduledMs }]
  })
  const byMachine = Map.groupBy([...ready, ...counted], (stop) => stop.equipmentId)
  return new Map([...byMachine].map(([id, some]) => [id, stopTotals(some, ({ reasonId }) => reasonId)]))
}

const marksOf = (notes: ReadonlyMap<number, NotesOfMachine>): StopMark[] =>
  [...notes].flatMap(([equipmentId, { onStops }]) =>
    [...onStops].map(([startedAt, { reasonId, ignored }]) => ({ equipmentId, startedAt, reasonId, ignored })),
  )
