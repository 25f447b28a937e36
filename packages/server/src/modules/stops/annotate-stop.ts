import { DOWN } from '@millwatch/domain/status'
import type { StopNote } from '@millwatch/domain/stops'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { allow } from '../../platform/policy.ts'
import { lockMachines } from '../status/index.ts'
import { notesOver } from './notes-over.ts'
import { findInterval, type StopRow } from './queries.ts'
import { reasonsByIds } from './queries-reasons.ts'
import { insertAnnotations, type NewAnnotation, removeAnnotations } from './store.ts'

/** One of the three things that can be written on a stop. */
export type StopChange =
  | { readonly reasonId: number | null }
  | { readonly notes: string | null }
  | { readonly ignored: boolean }

const nothing: StopNote = { annotationIds: [], reasonId: null, notes: null, ignored: false }

/**
 * Writes on a stop. Who writes has read what the stop bears, and so all of it is written anew on the stop as it stands; an
 * open one's span ends now. Whoever may write may not leave stops out of the report: that is for superusers.
 */
export async function annotateStop(ctx: Ctx, intervalId: number, change: StopChange): Promise<void> {
  allow(ctx.actor, 'ignored' in change ? 'status.ignore' : 'status.annotate')
  const stop = await heldStop(ctx, intervalId)
  if ('reasonId' in change && change.reasonId !== null) await insistOnReason(ctx, change.reasonId)
  const { equipmentId, startedAt } = stop
  const to = stop.endedAt ?? Math.max(ctx.clock.now(), startedAt + 1)
  const notes = await notesOver(ctx, [equipmentId], startedAt, to)
  const before = notes.get(equipmentId)?.onStops.get(startedAt) ?? nothing
  const after = changed(before, change)
  if (JSON.stringify(after) === JSON.stringify(written(before))) return
  await removeAnnotations(ctx, before.annotationIds)
  if (JSON.stringify(after) !== JSON.stringify(written(nothing)))
    await insertAnnotations(ctx, [{ equipmentId, from: startedAt, to, ...after }])
  const subject = `equipment/${equipmentId}/stop/${startedAt}`
  const operation = 'ignored' in change ? 'status.ignore' : 'status.annotate'
  await recordAudit(ctx, { operation, subject, before: written(before), after })
}

/** Notes what was written on many stops that nothing was written on yet, as the history of a plant has it. */
export async function annotateStops(ctx: Ctx, annotations: readonly NewAnnotation[]): Promise<void> {
  allow(ctx.actor, annotations.some((one) => one.ignored) ? 'status.ignore' : 'status.annotate')
  await insertAnnotations(ctx, annotations)
  const after = { stops: annotations.length }
  await recordAudit(ctx, { operation: 'status.annotate', subject: 'stop', after })
}

/** Its machine is held, so that no retelling takes the stop away meanwhile. */
async function heldStop(ctx: Ctx, intervalId: number): Promise<StopRow> {
  const found = await findInterval(ctx, intervalId)
  if (found === undefined) throw new NotFound()
  await lockMachines(ctx, [found.equipmentId])
  const stop = await findInterval(ctx, intervalId)
  if (stop === undefined) throw new NotFound()
  if (stop.status !== DOWN) throw new Conflict('not_a_stop')
  return stop
}

async function insistOnReason(ctx: Ctx, reasonId: number): Promise<void> {
  const [reason] = await reasonsByIds(ctx, [reasonId])
  if (reason === undefined) throw new NotFound()
  if (!reason.active) throw new Conflict('reason_inactive')
}

const written = ({ reasonId, notes, ignored }: StopNote) => ({ reasonId, notes, ignored })

function changed(before: StopNote, change: StopChange): ReturnType<typeof written> {
  const { reasonId, notes, ignored } = { ...before, ...change }
  return { reasonId, notes: notes?.trim() ? notes : null, ignored }
}
