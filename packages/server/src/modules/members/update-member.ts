import type { Answer } from '@millwatch/contract/endpoint'
import type { updateUser } from '@millwatch/contract/http/members'
import type { Needs } from '../../platform/calls/needs.ts'
import { Forbidden } from '../../platform/errors.ts'
import type { UserCaller } from '../../platform/http/caller.ts'
import { type SignedInCall, success } from '../../platform/http/route.ts'
import { allow } from '../../platform/policy.ts'
import { memberOf } from './add-member.ts'
import { newAddress } from './change-address.ts'
import { changeRole } from './change-member.ts'
import { changeOwn } from './own-settings.ts'
import { presentMember, presentOwnMember } from './present.ts'
import { readAddress, readChange, readSettings } from './read-change.ts'

type Call = SignedInCall<typeof updateUser, UserCaller>

/**
 * Updates the caller's own settings, or the role of another member. 403 for changing one's own role or the settings of
 * others.
 */
export async function updateMember(deps: Needs, call: Call): Promise<Answer<typeof updateUser>> {
  const { params, caller, body } = call
  const { roles, hasRoles, hasSettings } = readChange(body)
  if (params.id === caller.userId) {
    if (hasRoles) throw new Forbidden('own_role')
    return changeSelf(deps, call)
  }
  const user = await call.inCompany(async (ctx) => {
    // A missing member gives 404 whatever the request changes.
    await memberOf(ctx, params.id)
    allow(ctx.actor, 'user.update', { ownerId: params.id })
    if (hasSettings) throw new Forbidden('not_yours')
    return presentMember(ctx.actor, ctx.companyId, await changeRole(ctx, params.id, roles))
  })
  return success({ user })
}

async function changeSelf(deps: Needs, call: Call): Promise<Answer<typeof updateUser>> {
  const { userId } = call.caller
  const email = await newAddress(deps, call.caller, readAddress(call.body))
  const member = await call.inCompany((ctx) => changeOwn(ctx, userId, { ...readSettings(call.body), email }))
  return success({ user: presentOwnMember(member) })
}
