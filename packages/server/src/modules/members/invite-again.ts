import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { holdMailedInvitation, type ListedMember } from '../identity/index.ts'
import { lockRoles } from './acting.ts'
import { memberOf } from './add-member.ts'
import { type InvitingNeeds, mailInvitation } from './mail-invitation.ts'

/**
 * Mails an invitation once more, with audit entry and fact; returns the entry of the member list. Earlier links are no
 * longer valid. 403 unless the caller is a superuser, 404 unless the person was invited by mail and has not accepted,
 * 409 where no mail is set up, 429 after five mails in a day.
 */
export async function inviteAgain(ctx: Ctx, needs: InvitingNeeds, invitationId: number): Promise<ListedMember> {
  const { actor } = await lockRoles(ctx)
  if (actor.role !== 'superuser') throw new Forbidden()
  const invited = await holdMailedInvitation(ctx.tx, ctx.companyId, invitationId)
  if (!invited) throw new NotFound()
  if (!(await needs.canMail())) throw new Conflict('mail_missing')
  await mailInvitation(ctx, needs, invited)
  const { email } = invited
  await recordAudit(ctx, { operation: 'user.invite', subject: `user/${invitationId}`, after: { email } })
  await stateFact(ctx, { kind: 'member.changed', userId: invitationId })
  return memberOf(ctx, invitationId)
}
