import type { Ctx } from '../../platform/ctx.ts'
import { Unauthorized } from '../../platform/errors.ts'
import {
  type Invitation,
  invitationsOf,
  type Membership,
  membershipsOf,
  type OwnMembership,
  ownMembership,
} from '../identity/index.ts'

export interface Own {
  readonly member: OwnMembership
  readonly companies: readonly Membership[]
  readonly invitations: readonly Invitation[]
}

/**
 * Returns the caller's own data: membership of this company, all companies and open invitations; 401 for a person who
 * is not a member any more.
 */
export async function readOwn(ctx: Ctx, userId: number): Promise<Own> {
  const member = await ownMembership(ctx.tx, ctx.companyId, userId)
  if (!member) throw new Unauthorized()
  return {
    member,
    companies: await membershipsOf(ctx.tx, userId),
    invitations: await invitationsOf(ctx.tx, userId),
  }
}
