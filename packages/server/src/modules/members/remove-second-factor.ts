import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import { endFactorOfMember, findUserIn, isInOtherCompany } from '../identity/index.ts'
import { lockRoles } from './acting.ts'

/**
 * Removes the second factor of another member, with audit entry, fact and mail to the member. 404 for an unknown or invited
 * person, 403 unless the caller is a superuser, and for the caller's own. 409 if there is none, and for a person who belongs to
 * another company too or is invited by one, since that account is not this company's alone.
 */
export async function removeFactor(ctx: Ctx, id: number): Promise<void> {
  const { roles, actor } = await lockRoles(ctx, id)
  const user = roles.has(id) ? await findUserIn(ctx.tx, id) : undefined
  if (user === undefined) throw new NotFound()
  if (actor.role !== 'superuser') throw new Forbidden()
  if (actor.id === id) throw new Forbidden('own_second_factor')
  if (await isInOtherCompany(ctx.tx, ctx.companyId, id)) throw new Conflict('second_factor_shared')
  await endFactorOfMember(ctx, user)
}
