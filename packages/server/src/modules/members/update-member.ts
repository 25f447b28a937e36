import type { updateUser } from '@millwatch/contract/http/members'
import { type CallRequest, type Content, personOf } from '../../platform/calls/calls.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Forbidden } from '../../platform/errors.ts'
import { allow } from '../../platform/policy.ts'
import { memberOf } from './add-member.ts'
import { newAddress } from './change-address.ts'
import { changeRole } from './change-member.ts'
import { changeOwn } from './own-settings.ts'
import { presentMember, presentOwnMember } from './present.ts'
import { readAddress, readChange, readSettings } from './read-change.ts'

type Request = CallRequest<typeof updateUser>

/**
 * Returns the new e-mail address of callers who change their own, after checking the password; undefined when it stays,
 * and for a request about another person. 403 for changing one's own role.
 */
export async function newAddressIn(request: Request, needs: Needs): Promise<string | undefined> {
  const { params, body } = request
  const person = personOf(request)
  if (params.id !== person.userId) return undefined
  if (readChange(body).hasRoles) throw new Forbidden('own_role')
  return newAddress(needs, person, readAddress(body))
}

/**
 * Updates the caller's own settings, or the role of another member, and returns the person in API form. `email` is the caller's
 * checked new address, or undefined. 404 for an unknown person, 403 for settings of others.
 */
export async function updateMember(
  ctx: Ctx,
  email: string | undefined,
  request: Request,
): Promise<Content<typeof updateUser>['user']> {
  const { params, body } = request
  const { userId } = personOf(request)
  if (params.id === userId) return presentOwnMember(await changeOwn(ctx, userId, { ...readSettings(body), email }))
  const { roles, hasSettings } = readChange(body)
  // A missing member gives 404 whatever the request changes.
  await memberOf(ctx, params.id)
  allow(ctx.actor, 'user.update', { ownerId: params.id })
  if (hasSettings) throw new Forbidden('not_yours')
  return presentMember(ctx.actor, ctx.companyId, await changeRole(ctx, params.id, roles))
}
