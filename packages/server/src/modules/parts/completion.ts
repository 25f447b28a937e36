import type { PartAction } from '@millwatch/domain/parts'
import type { Ctx } from '../../platform/ctx.ts'
import { NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { partsInOrder } from './in-order.ts'
import { requirePartsOn } from './on-machines.ts'
import { partsByIds } from './queries.ts'
import { insertPartHistory } from './store-history.ts'

/** Part of a maintenance that is completed, with the action and the quantity; `id` is the id of the part. */
export interface CompletedPart {
  readonly id: number
  readonly action: PartAction
  readonly qty: number
  /** True: no work on the part is recorded this time. */
  readonly skip?: boolean | undefined
}

/** Part that a completion leaves out because it was removed from the set-up. */
export interface LeftOutPart {
  readonly partId: number
  readonly number: string
}

/**
 * Returns those of the parts of a completion that were removed from the set-up, by number; the caller leaves them out. Throws 404
 * for an unknown part, and 409 for one that is neither removed nor used on the machine nor among `planned`, the parts of the
 * maintenance.
 */
export async function removedParts(
  ctx: Ctx,
  equipmentId: number,
  parts: readonly CompletedPart[],
  planned: readonly CompletedPart[],
): Promise<LeftOutPart[]> {
  const ids = [...new Set(parts.map((part) => part.id))]
  if (ids.length === 0) return []
  const found = await partsByIds(ctx, ids)
  if (found.length < ids.length) throw new NotFound()
  const removed = partsInOrder(found).filter((part) => part.deletedAt !== null)
  const settled = new Set([...planned.map((part) => part.id), ...removed.map((part) => part.partId)])
  await requirePartsOn(
    ctx,
    equipmentId,
    ids.filter((id) => !settled.has(id)),
  )
  return removed.map(({ partId, number }) => ({ partId, number }))
}

/**
 * Records the work on parts by a completed maintenance (`alarmTripId`: its row in the history of the alarm), at `at` (epoch ms),
 * with a fact. Parts with `skip` are left out; without others nothing is stored. The caller adds the audit entry of the
 * completion.
 */
export async function recordCompletion(
  ctx: Ctx,
  { alarmTripId, equipmentId, at }: { alarmTripId: number; equipmentId: number; at: number },
  parts: readonly CompletedPart[],
): Promise<void> {
  const done = parts.filter((part) => part.skip !== true)
  if (done.length === 0) return
  const rows = done.map(({ id: partId, action, qty }) => ({
    ...{ partId, action, qty, equipmentId, createdAt: at },
    ...{ from: null, to: null, alarmTripId },
  }))
  await insertPartHistory(ctx, rows)
  await stateFact(ctx, { kind: 'part_history.changed', equipmentIds: [equipmentId], historyId: null })
}
