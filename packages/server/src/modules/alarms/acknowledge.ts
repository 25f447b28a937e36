import { completionAt, isCompletedAlready } from '@millwatch/domain/maintenance'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Forbidden, Invalid } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { type LeftOutPart, recordCompletion, removedParts } from '../parts/index.ts'
import { lockAlarm } from './manage.ts'
import { applyOutputs } from './outputs.ts'
import type { AlarmRow } from './queries.ts'
import { typeOf } from './read-alarms.ts'
import {
  type Acknowledgement,
  acknowledgeNewTrip,
  acknowledgeTrip,
  clearTrip,
  countFrom,
  insertEarly,
} from './store-history.ts'

export interface AcknowledgementInput {
  readonly notes?: string | null | undefined
  readonly criticalParts?: AlarmRow['criticalParts'] | undefined
  /** Instant (epoch ms) from which maintenance counted when its author looked; absent: unknown. */
  readonly seenBaseAt?: number | undefined
}

/**
 * Completes maintenance, tripped or not, or acknowledges a tripped alarm, in the name of the calling person, with audit entry and
 * fact; returns true. Maintenance needs notes (400 without), ends its trip and counts from now on again. Returns false and
 * records nothing if the maintenance was completed since the caller looked (unknown: in the last minute), or the trip is
 * acknowledged already. 400 for parts with an alarm that is no maintenance, 403 for a caller who is no person, 404 for an unknown
 * alarm or part, 409 for a part that the machine does not use, and for an alarm other than maintenance that is not tripped.
 */
export async function acknowledge(ctx: Ctx, alarmId: number, input: AcknowledgementInput): Promise<boolean> {
  if (ctx.actor.kind !== 'user') throw new Forbidden()
  const { alarm } = await lockAlarm(ctx, alarmId)
  const isMaintenance = typeOf(alarm).pmEnabled
  const notes = input.notes?.trim() ? input.notes.trim() : null
  if (isMaintenance && notes === null) throw new Invalid(undefined, 'maintenance_notes_blank')
  if (!isMaintenance && (input.criticalParts?.length ?? 0) > 0)
    throw new Invalid('body/critical_parts: this alarm type is no preventative maintenance')
  const parts = input.criticalParts ?? []
  const removed = await removedParts(ctx, alarm.equipmentId, parts, alarm.criticalParts)
  const now = ctx.clock.now()
  const given: Acknowledgement = {
    acknowledgedAt: isMaintenance ? completionAt(now, alarm.baseAt) : now,
    acknowledgedBy: ctx.actor.userId,
    acknowledgedNotes: withLeftOut(notes, removed),
    acknowledgedParts: isMaintenance ? withoutRemoved(parts, removed) : null,
  }
  const isDone = isMaintenance
    ? await complete(ctx, alarm, given, input.seenBaseAt ?? null)
    : await acknowledgeOpen(ctx, alarm, given)
  if (!isDone) return false
  const after = { notes: given.acknowledgedNotes, ...(isMaintenance ? { criticalParts: given.acknowledgedParts } : {}) }
  await recordAudit(ctx, { operation: 'alarm.acknowledge', subject: `alarm/${alarmId}`, after })
  await stateFact(ctx, { kind: 'alarm.changed', equipmentIds: [alarm.equipmentId], alarmId })
  return true
}

/** Returns the parts of a completion, with `skip` set to true in those that are in `removed`. */
function withoutRemoved(parts: AlarmRow['criticalParts'], removed: readonly LeftOutPart[]): AlarmRow['criticalParts'] {
  const ids = new Set(removed.map((part) => part.partId))
  return parts.map((part) => (ids.has(part.id) ? { ...part, skip: true } : part))
}

/**
 * Returns the notes with a line for each removed part, that it was left out. Without removed parts it returns the notes as they
 * are, null too.
 */
function withLeftOut(notes: string | null, removed: readonly LeftOutPart[]): string | null {
  if (removed.length === 0) return notes
  return [notes, ...removed.map(({ number }) => `Part ${number} was removed, so it was left out.`)].join('\n')
}

async function complete(
  ctx: Ctx,
  alarm: AlarmRow,
  given: Acknowledgement,
  seenBaseAt: number | null,
): Promise<boolean> {
  const { alarmId, equipmentId, baseAt, openTripId } = alarm
  const completedAt = baseAt > alarm.createdAt ? baseAt : null
  if (isCompletedAlready({ baseAt, seenBaseAt, completedAt, now: ctx.clock.now() })) return false
  const at = given.acknowledgedAt
  const alarmTripId = openTripId ?? (await insertEarly(ctx, alarm, given))
  if (openTripId !== null) {
    await acknowledgeTrip(ctx, openTripId, given)
    await clearTrip(ctx, alarmId, at)
    await applyOutputs(ctx, [equipmentId])
  }
  await recordCompletion(ctx, { alarmTripId, equipmentId, at }, given.acknowledgedParts ?? [])
  await countFrom(ctx, alarmId, at)
  return true
}

async function acknowledgeOpen(ctx: Ctx, { openTripId }: AlarmRow, given: Acknowledgement): Promise<boolean> {
  if (openTripId === null) throw new Conflict('alarm_not_tripped')
  return acknowledgeNewTrip(ctx, openTripId, given)
}
