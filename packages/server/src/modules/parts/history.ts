import { isEqual } from '@millwatch/domain/audit'
import type { PartAction } from '@millwatch/domain/parts'
import { DOWN } from '@millwatch/domain/status'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { allow } from '../../platform/policy.ts'
import { lockMachines } from '../status/index.ts'
import { findInterval } from '../stops/index.ts'
import { requirePartsOn } from './on-machines.ts'
import { findPartHistory, type PartHistoryRow } from './queries-history.ts'
import { changePartHistory, insertPartHistory, type NewPartHistory, removePartHistory } from './store-history.ts'

/** Work on a part during a stop, as a person enters it. */
export interface WorkOnStop {
  readonly equipmentId: number
  readonly partId: number
  readonly action: PartAction
  readonly qty: number
  /** Id of the status interval of the stop. */
  readonly intervalId: number
  /** Instant of the work, epoch ms; undefined: now for a stop that lasts, and the end of a stop that is over. */
  readonly createdAt: number | undefined
}

/**
 * Records work on a part during a stop, with audit entry and fact, and returns the row. The row keeps start and end of the stop;
 * for a stop that lasts, the end is now. 404 for an unknown stop or part, 409 for an interval that is not a stop and for a part
 * that is removed or not used on the machine, 400 for an instant outside of the stop.
 */
export async function recordWorkOnStop(ctx: Ctx, work: WorkOnStop): Promise<PartHistoryRow> {
  const { equipmentId, partId, action, qty } = work
  const found = await findInterval(ctx, work.intervalId)
  if (found?.equipmentId !== equipmentId) throw new NotFound()
  await lockMachines(ctx, [equipmentId])
  const stop = await findInterval(ctx, work.intervalId)
  if (stop === undefined) throw new NotFound()
  if (stop.status !== DOWN) throw new Conflict('not_a_stop')
  await requirePartsOn(ctx, equipmentId, [partId])
  const to = stop.endedAt ?? Math.max(ctx.clock.now(), stop.startedAt + 1)
  const createdAt = work.createdAt ?? to
  if (createdAt < stop.startedAt || createdAt > to) throw new Invalid(undefined, 'part_history_not_in_stop')
  const row = { equipmentId, partId, action, qty, createdAt, from: stop.startedAt, to, alarmTripId: null }
  const [id = 0] = await insertPartHistory(ctx, [row])
  const after = { partId, action, qty, equipmentId, stop: stop.startedAt }
  await recordAudit(ctx, { operation: 'part_history.create', subject: `part_history/${id}`, after })
  return stated(ctx, id)
}

/**
 * Adds rows of part history, with one audit entry and one fact, for example when the history of a plant is imported. Does nothing
 * without rows. It checks neither rights nor rows: the caller must make sure that each machine uses the part, and must set `from`
 * and `to` of a row to those of the stop in which the work was done, or to null.
 */
export async function recordWork(ctx: Ctx, rows: readonly NewPartHistory[]): Promise<void> {
  if (rows.length === 0) return
  await insertPartHistory(ctx, rows)
  const after = { rows: rows.length }
  await recordAudit(ctx, { operation: 'part_history.create', subject: 'part_history', after })
  const equipmentIds = [...new Set(rows.map((row) => row.equipmentId))]
  await stateFact(ctx, { kind: 'part_history.changed', equipmentIds, historyId: null })
}

/** Part, action and quantity of a row of part history; an absent field does not change. */
export interface WorkChange {
  readonly partId?: number | undefined
  readonly action?: PartAction | undefined
  readonly qty?: number | undefined
}

/**
 * Changes a row of part history, with audit entry and fact if a value differs, and returns it. 404 for an unknown row or part,
 * 403 for a row of another person unless the caller is an admin, 409 for a new part that is removed or not used on the machine.
 */
export async function changeWork(ctx: Ctx, historyId: number, change: WorkChange): Promise<PartHistoryRow> {
  const row = await rowOf(ctx, historyId)
  allow(ctx.actor, 'part_history.update', { ownerId: row.writtenBy })
  const before = { partId: row.partId, action: row.action, qty: row.qty }
  const { partId = before.partId, action = before.action, qty = before.qty } = change
  if (partId !== before.partId) await requirePartsOn(ctx, row.equipmentId, [partId])
  const after = { partId, action, qty }
  if (isEqual(after, before)) return row
  await changePartHistory(ctx, historyId, partId, action, qty)
  await recordAudit(ctx, { operation: 'part_history.update', subject: `part_history/${historyId}`, before, after })
  return stated(ctx, historyId)
}

/**
 * Deletes a row of part history, with audit entry and fact. 404 for an unknown row, 403 for a row of another person unless the
 * caller is an admin.
 */
export async function removeWork(ctx: Ctx, historyId: number): Promise<void> {
  const { partId, action, qty, equipmentId, writtenBy } = await rowOf(ctx, historyId)
  allow(ctx.actor, 'part_history.delete', { ownerId: writtenBy })
  await removePartHistory(ctx, historyId)
  const before = { partId, action, qty, equipmentId }
  await recordAudit(ctx, { operation: 'part_history.delete', subject: `part_history/${historyId}`, before })
  await stateFact(ctx, { kind: 'part_history.changed', equipmentIds: [equipmentId], historyId })
}

/** States the change of a row as a fact, and returns the row as it is now. */
async function stated(ctx: Ctx, historyId: number): Promise<PartHistoryRow> {
  const row = await rowOf(ctx, historyId)
  await stateFact(ctx, { kind: 'part_history.changed', equipmentIds: [row.equipmentId], historyId })
  return row
}

async function rowOf(ctx: Ctx, historyId: number): Promise<PartHistoryRow> {
  const row = await findPartHistory(ctx, historyId)
  if (row === undefined) throw new NotFound()
  return row
}
