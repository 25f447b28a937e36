import { isEqual } from '@millwatch/domain/audit'
import { DOWN } from '@millwatch/domain/status'
import type { StopNote } from '@millwatch/domain/stops'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { allow } from '../../platform/policy.ts'
import { lockMachines } from '../status/index.ts'
import { notesOver } from './notes-over.ts'
import { findInterval, type StopRow } from './queries.ts'
import { reasonsByIds } from './queries-reasons.ts'
import { insertAnnotations, type NewAnnotation, removeAnnotations } from './store.ts'

/**
 * Change of the reason, of the notes or of the mark that leaves a stop out of the report of excessive stops. `expected` is the
 * reason or text that the person saw and wants to replace; undefined: the present one is replaced unseen.
 */
export type StopChange =
  | { readonly reasonId: number | null; readonly expected?: number | null | undefined }
  | { readonly notes: string | null; readonly expected?: string | null | undefined }
  | { readonly ignored: boolean }

const nothing: StopNote = { annotationIds: [], reasonId: null, notes: null, ignored: false }

/**
 * Changes the annotation of a stop, with audit entry and fact; stores nothing when no value differs. The annotation of an open
 * stop ends now. Blank notes are stored as null. 404 for an unknown stop or reason, 409 when the interval is not a stop, the
 * reason is inactive, or the present reason or notes are not the expected ones, 403 for `ignored` without the right
 * `status.ignore`.
 */
export async function annotateStop(ctx: Ctx, intervalId: number, change: StopChange): Promise<void> {
  if ('ignored' in change) allow(ctx.actor, 'status.ignore')
  const stop = await lockStop(ctx, intervalId)
  if ('reasonId' in change && change.reasonId !== null) await requireActiveReason(ctx, change.reasonId)
  const { equipmentId, startedAt } = stop
  const to = stop.endedAt ?? Math.max(ctx.clock.now(), startedAt + 1)
  const notes = await notesOver(ctx, [equipmentId], startedAt, to)
  const before = notes.get(equipmentId)?.onStops.get(startedAt) ?? nothing
  const after = changed(before, change)
  if (isEqual(after, toAuditEntry(before))) return
  requireExpected(before, change)
  await removeAnnotations(ctx, before.annotationIds)
  if (!isEqual(after, toAuditEntry(nothing)))
    await insertAnnotations(ctx, [{ equipmentId, from: startedAt, to, ...after }])
  const subject = `equipment/${equipmentId}/stop/${startedAt}`
  const operation = 'ignored' in change ? 'status.ignore' : 'status.annotate'
  await recordAudit(ctx, { operation, subject, before: toAuditEntry(before), after })
  await stateFact(ctx, { kind: 'stop.annotated', equipmentIds: [equipmentId], stopId: intervalId })
  if (after.ignored !== before.ignored)
    await stateFact(ctx, {
      kind: 'machine.changed',
      changes: [{ equipmentId, from: startedAt, parts: ['ignored_stop'] }],
    })
}

/**
 * Adds annotations to many stops, with one audit entry and one fact, for example when the history of a plant is imported. The
 * caller must make sure that these stops have no annotation yet.
 */
export async function annotateStops(ctx: Ctx, annotations: readonly NewAnnotation[]): Promise<void> {
  await insertAnnotations(ctx, annotations)
  const after = { stops: annotations.length }
  await recordAudit(ctx, { operation: 'status.annotate', subject: 'stop', after })
  const equipmentIds = [...new Set(annotations.map((annotation) => annotation.equipmentId))]
  await stateFact(ctx, { kind: 'stop.annotated', equipmentIds, stopId: null })
}

/**
 * Returns a stop, with its machine locked until the transaction ends, so that no computation of status removes the stop. 404 when
 * there is no interval with the id, 409 when the interval is not a stop.
 */
async function lockStop(ctx: Ctx, intervalId: number): Promise<StopRow> {
  const found = await findInterval(ctx, intervalId)
  if (found === undefined) throw new NotFound()
  await lockMachines(ctx, [found.equipmentId])
  const stop = await findInterval(ctx, intervalId)
  if (stop === undefined) throw new NotFound()
  if (stop.status !== DOWN) throw new Conflict('not_a_stop')
  return stop
}

async function requireActiveReason(ctx: Ctx, reasonId: number): Promise<void> {
  const [reason] = await reasonsByIds(ctx, [reasonId])
  if (reason === undefined) throw new NotFound()
  if (!reason.active) throw new Conflict('reason_inactive')
}

function requireExpected(before: StopNote, change: StopChange): void {
  if ('ignored' in change || change.expected === undefined) return
  const present = 'reasonId' in change ? before.reasonId : before.notes
  if (present !== change.expected) throw new Conflict('stop_changed')
}

const toAuditEntry = ({ reasonId, notes, ignored }: StopNote) => ({ reasonId, notes, ignored })

function changed(before: StopNote, change: StopChange): ReturnType<typeof toAuditEntry> {
  const { reasonId, notes, ignored } = { ...toAuditEntry(before), ...change }
  return { reasonId, notes: notes?.trim() ? notes : null, ignored }
}
