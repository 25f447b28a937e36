import { getUser } from '@millwatch/contract/http/identity'
import { removeSecondFactor } from '@millwatch/contract/http/identity-second-factor'
import * as calls from '@millwatch/contract/http/members'
import { byNaturalOrder } from '@millwatch/domain/tree'
import {
  command,
  handWritten,
  type Module,
  type ModuleCall,
  nothing,
  personOf,
  preparedCommand,
  question,
} from '../../platform/calls/calls.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, type SignedInCall, success } from '../../platform/http/route.ts'
import { acceptInvitation, declineInvitation, type ListedMember, listMembers } from '../identity/index.ts'
import { addMember, readNewMember } from './add-member.ts'
import { endSessions, removeMember } from './change-member.ts'
import { inviteAgain } from './invite-again.ts'
import { readOwn } from './own.ts'
import { presentInvitation, presentMember, presentOwn } from './present.ts'
import { removeFactor } from './remove-second-factor.ts'
import { newAddressIn, updateMember } from './update-member.ts'

const byName = (a: ListedMember, b: ListedMember): number =>
  byNaturalOrder(a.firstName, b.firstName) || byNaturalOrder(a.lastName, b.lastName) || a.id - b.id

const memberCalls: readonly ModuleCall[] = [
  question(calls.listUsers, async (ctx) => {
    const members = await listMembers(ctx.tx, ctx.companyId)
    return { users: members.toSorted(byName).map((member) => presentMember(ctx.actor, ctx.companyId, member)) }
  }),
  preparedCommand(calls.createUser, {
    prepare: async ({ body }, { passwordPolicy: policy, canMail }) => {
      const { username, first_name: firstName, last_name: lastName, password } = body
      return readNewMember({ username, firstName, lastName, password }, { policy, canMail: await canMail() })
    },
    action: (ctx, member, _request, needs) => addMember(ctx, needs, member),
    present: (member, ctx) => ({ user: presentMember(ctx.actor, ctx.companyId, member) }),
  }),
  command(
    calls.inviteUser,
    (ctx, { params }, needs) => inviteAgain(ctx, needs, params.id),
    (member, ctx) => ({ user: presentMember(ctx.actor, ctx.companyId, member) }),
  ),
  preparedCommand(calls.updateUser, {
    prepare: newAddressIn,
    action: updateMember,
    present: (user) => ({ user }),
  }),
  command(calls.deleteUser, (ctx, { params }) => removeMember(ctx, params.id), nothing),
  command(calls.endSessionsOfUser, (ctx, { params }) => endSessions(ctx, params.id), nothing),
  command(removeSecondFactor, (ctx, { params }) => removeFactor(ctx, params.id), nothing),
]

const ownCalls: readonly ModuleCall[] = [
  question(getUser, async (ctx, request) => {
    const { userId, expiresAt } = personOf(request)
    return { user: presentOwn(await readOwn(ctx, userId)), expires_at: toIso(expiresAt) }
  }),
  question(calls.listInvitations, async (ctx, request) => {
    const { invitations } = await readOwn(ctx, personOf(request).userId)
    return { invitations: invitations.map(presentInvitation) }
  }),
]

/**
 * Registers the calls by which a signed-in person accepts or declines an invitation. They run in a transaction of the inviting
 * company, of which the caller is not a member yet.
 */
function invitationRoutes(router: Router, needs: Needs): void {
  const invited = (call: Pick<SignedInCall<typeof calls.acceptInvitation>, 'caller' | 'actor'>) => ({
    ...call.actor,
    ...personOf(call),
  })
  router.signedIn(calls.acceptInvitation, async (call) => {
    const { companyId, companyName } = await acceptInvitation(needs, invited(call), call.params.id)
    return success({ company: { id: companyId, name: companyName } })
  })
  router.signedIn(calls.declineInvitation, async (call) => {
    await declineInvitation(needs, invited(call), call.params.id)
    return success({})
  })
}

export const membersModule: Module = { calls: [...memberCalls, ...ownCalls, handWritten(invitationRoutes)] }
