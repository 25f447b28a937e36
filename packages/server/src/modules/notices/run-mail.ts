import type { RunCompleted } from '@millwatch/domain/facts'
import { dateInMail } from '@millwatch/domain/time'
import { timeZoneOf, treeOf } from '@millwatch/domain/tree'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import { recipientsOf } from '../groups/index.ts'
import { allUnits, equipmentByIds } from '../tree/index.ts'

/**
 * Enqueues a mail to each member of a run's groups who wants mail, that the run has reached its total; the mails are
 * sent after the commit. The same fact never enqueues two mails for a member. Does nothing when the machine was
 * removed.
 */
export async function mailCompletedRun(
  ctx: Ctx,
  publicUrl: () => string,
  run: RunCompleted,
  factId: string,
): Promise<void> {
  const [machine] = await equipmentByIds(ctx, run.equipmentIds)
  // The machine was removed meanwhile, so there is no page to link to.
  if (!machine) return
  const { companyId } = ctx
  const zone = timeZoneOf(treeOf(await allUnits(ctx)), machine.parentOrgUnitId)
  const subject = `Run completed: ${machine.name}`
  for (const recipient of await recipientsOf(ctx, run.groupIds)) {
    if (recipient.email === null) continue
    const time = dateInMail(run.completedAt, zone, recipient)
    const body = `The run on ${machine.name} reached its total of ${run.cycles} cycles at ${time}.
${run.ended ? 'It has ended.' : 'It goes on until somebody ends it.'}

${publicUrl()}/e/${machine.equipmentId}
`
    const idempotencyKey = `${factId}:${recipient.userId}`
    await enqueueMail(ctx.tx, ctx.clock, { recipient: recipient.email, subject, body, companyId, idempotencyKey })
  }
}
