import { DAY_MS } from '@millwatch/domain/time'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { TooMany } from '../../platform/errors.ts'
import { enqueueMail } from '../../platform/mail/index.ts'
import {
  countCodesInCompany,
  hashSecret,
  insertCode,
  markInvitationMailed,
  membershipsOf,
  newSecret,
  spendCodesInCompany,
} from '../identity/index.ts'
import { invitationMail } from './invitation-mail.ts'

/** Number of days for which the link in the mail is valid. */
const linkDays = 7
const mostADay = 5

export type InvitingNeeds = Pick<Needs, 'signingKey' | 'publicUrl' | 'canMail'>

/** Invitation that was not accepted yet, with the person and the address to which its mail goes. */
interface Invited {
  readonly invitationId: number
  readonly userId: number
  readonly email: string
  readonly firstName: string
  readonly companyName: string
}

/**
 * Enqueues the mail of an invitation in the caller's transaction, and marks the invitation as mailed. A member of no company gets
 * a link to set a password, which makes earlier links of this company useless; a member of another company gets a link to sign in
 * as usual. The same rows are stored for both, so the company cannot see which. 429 after five mails to the person in a day.
 */
export async function mailInvitation(
  ctx: Ctx,
  { signingKey, publicUrl }: Pick<InvitingNeeds, 'signingKey' | 'publicUrl'>,
  invited: Invited,
): Promise<void> {
  const { tx, companyId, clock } = ctx
  const { invitationId, userId } = invited
  const createdAt = clock.now()
  if ((await countCodesInCompany(tx, companyId, userId, 'invite', createdAt - DAY_MS)) >= mostADay)
    throw new TooMany('too_many_requests', DAY_MS / mostADay / 1000)
  const token = newSecret()
  const codeHash = hashSecret(signingKey, token)
  await spendCodesInCompany(tx, companyId, userId, 'invite', createdAt)
  await insertCode(tx, {
    codeHash,
    kind: 'invite',
    companyId,
    userId,
    createdAt,
    expiresAt: createdAt + linkDays * DAY_MS,
  })
  await markInvitationMailed(tx, companyId, invitationId, createdAt)
  const isMember = (await membershipsOf(tx, userId)).length > 0
  const link = isMember ? `${publicUrl()}/setup/user` : `${publicUrl()}/password/reset?resetToken=${token}`
  const key = codeHash.toString('hex').slice(0, 32)
  await enqueueMail(tx, clock, invitationMail(invited, { link, isMember, linkDays, key }))
}
