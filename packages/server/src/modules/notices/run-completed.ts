import type { RunCompleted } from '@millwatch/domain/facts'
import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { recipientsOf } from '../groups/index.ts'
import { allUnits, equipmentByIds } from '../tree/index.ts'
import type { NoticeRecipient } from './content.ts'
import { enqueueNotices } from './enqueue.ts'

/**
 * Enqueues notices that a run has reached its total: to the members of its groups, by email and by text message as each group is
 * set, and to all webhooks of the company. The same run never enqueues two for a recipient and channel. Does nothing when the
 * machine was removed.
 */
export async function notifyCompletedRun(ctx: Ctx, run: RunCompleted): Promise<void> {
  const [machine] = await equipmentByIds(ctx, run.equipmentIds)
  // The machine was removed meanwhile, so there is no page to link to.
  if (!machine) return
  const timeZone = timeZoneOf(treeOf(await allUnits(ctx)), machine.parentOrgUnitId)
  const { runId, groupIds, completedAt, cycles, ended } = run
  const recipients = (await recipientsOf(ctx, groupIds)).flatMap(({ userId, email, phone }): NoticeRecipient[] => [
    ...(email === null ? [] : [{ userId, channel: 'email' } as const]),
    ...(phone === null ? [] : [{ userId, channel: 'sms' } as const]),
  ])
  const place = { equipmentId: machine.equipmentId, machine: machine.name, timeZone }
  const content = { kind: 'run', runId, groupIds, completedAt, cycles, ended, ...place } as const
  await enqueueNotices(ctx, [{ topic: `run:${runId}`, event: 'completed', content, recipients }])
}
