import { getUser } from '@millwatch/contract/http/identity'
import * as calls from '@millwatch/contract/http/members'
import type { Needs } from '../../platform/calls/needs.ts'
import './needs.ts'
import { type Module, otherRoutes } from '../../platform/calls/calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { allow } from '../../platform/policy.ts'
import { listMembers } from '../identity/index.ts'
import { addMember, readNewMember } from './add-member.ts'
import { removeMember } from './change-member.ts'
import { acceptInvitation, declineInvitation } from './invitations.ts'
import { readOwn } from './own.ts'
import { presentInvitation, presentMember, presentOwn } from './present.ts'
import { updateMember } from './update-member.ts'

function memberRoutes(router: Router, deps: Needs): void {
  router.signedIn(calls.listUsers, ({ inCompany }) =>
    inCompany(async (ctx) => {
      allow(ctx.actor, 'user.list')
      const members = await listMembers(ctx.tx, ctx.companyId)
      return success({ users: members.map((member) => presentMember(ctx.actor, ctx.companyId, member)) })
    }),
  )
  router.person(calls.createUser, async ({ body, inCompany }) => {
    const { username, first_name: firstName, last_name: lastName, password } = body
    const member = await readNewMember({ username, firstName, lastName, password }, deps.passwordPolicy)
    return inCompany(async (ctx) =>
      success({ user: presentMember(ctx.actor, ctx.companyId, await addMember(ctx, member)) }),
    )
  })
  router.person(calls.updateUser, (call) => updateMember(deps, call))
  router.person(calls.deleteUser, async ({ params, inCompany }) => {
    await inCompany((ctx) => removeMember(ctx, deps, params.id))
    return success({})
  })
  ownRoutes(router, deps)
}

function ownRoutes(router: Router, deps: Needs): void {
  const readOwnData = (ctx: Ctx, userId: number) => readOwn(ctx, userId)
  router.person(getUser, async ({ caller, inCompany }) => {
    const user = presentOwn(await inCompany((ctx) => readOwnData(ctx, caller.userId)))
    return success({ user, expires_at: toIso(caller.expiresAt) })
  })
  router.person(calls.listInvitations, async ({ caller, inCompany }) => {
    const { invitations } = await inCompany((ctx) => readOwnData(ctx, caller.userId))
    return success({ invitations: invitations.map(presentInvitation) })
  })
  router.person(calls.acceptInvitation, async ({ params, caller, actor }) => {
    const { companyId, companyName } = await acceptInvitation(deps, { ...actor, ...caller }, params.id)
    return success({ company: { id: companyId, name: companyName } })
  })
  router.person(calls.declineInvitation, async ({ params, caller, actor }) => {
    await declineInvitation(deps, { ...actor, ...caller }, params.id)
    return success({})
  })
}

export const membersModule: Module = { calls: [otherRoutes(memberRoutes)] }
