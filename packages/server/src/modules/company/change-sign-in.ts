import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { requireFactor } from '../identity/index.ts'

/**
 * Stores if admins and superusers of the company must have a second factor, with audit entry and fact. Does nothing when
 * `isRequired` is stored already.
 */
export async function changeSignIn(ctx: Ctx, isRequired: boolean): Promise<void> {
  const before = await requireFactor(ctx.tx, ctx.companyId, isRequired)
  if (before === isRequired) return
  await recordAudit(ctx, {
    operation: 'company.sign_in.update',
    subject: `company/${ctx.companyId}`,
    before: { secondFactorRequired: before },
    after: { secondFactorRequired: isRequired },
  })
  await stateFact(ctx, { kind: 'company.changed' })
}
