import { mayChangeRole, mayRemove, type Role, type RoleSwitches, roleAfter } from '@millwatch/domain/identity'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import {
  deleteInvitation,
  endMembership,
  endSessionsOfMember,
  holdInvitation,
  type ListedMember,
  updateInvitationRole,
  updateRole,
} from '../identity/index.ts'
import { type LockedRoles, lockRoles, refuse } from './acting.ts'
import { memberOf } from './add-member.ts'

/** A member or invited person whose role is locked. */
interface Target {
  readonly id: number
  readonly role: Role
  readonly isInvited: boolean
}

async function holdTarget(ctx: Ctx, id: number, { roles }: LockedRoles): Promise<Target> {
  const role = roles.get(id)
  if (role !== undefined) return { id, role, isInvited: false }
  const invited = await holdInvitation(ctx.tx, ctx.companyId, id)
  if (invited === undefined) throw new NotFound()
  return { id, role: invited, isInvited: true }
}

/**
 * Changes the role of another member or invited person, with audit entry and fact; returns the entry of the member list. The new
 * role applies from that person's next request on. Stores nothing if the role stays the same. 400 for a superuser who is no
 * admin, 404 for an unknown person, 403 or 409 when the rules of roles refuse the change.
 */
export async function changeRole(ctx: Ctx, id: number, roleChange: RoleSwitches): Promise<ListedMember> {
  const held = await lockRoles(ctx, id)
  const target = await holdTarget(ctx, id, held)
  const role = roleAfter(target.role, roleChange)
  if (role === null) throw new Invalid('body/is_superuser implies is_admin')
  refuse(mayChangeRole(held.actor, target, role, held.otherSuperusers))
  if (role === target.role) return memberOf(ctx, id)
  await (target.isInvited ? updateInvitationRole : updateRole)(ctx.tx, ctx.companyId, id, role)
  const before = { role: target.role }
  await recordAudit(ctx, { operation: 'user.update', subject: `user/${id}`, before, after: { role } })
  await stateFact(ctx, { kind: 'member.changed', userId: id })
  return memberOf(ctx, id)
}

/**
 * Ends all sessions of a member in this company, with audit entry and fact. For an invited person there is no session to end, but
 * the entry and the fact are stored. 404 for an unknown person, 403 unless the caller is a superuser.
 */
export async function endSessions(ctx: Ctx, id: number): Promise<void> {
  const held = await lockRoles(ctx, id)
  const target = await holdTarget(ctx, id, held)
  if (held.actor.role !== 'superuser') throw new Forbidden()
  if (!target.isInvited) await endSessionsOfMember(ctx.tx, ctx.companyId, id, ctx.clock.now())
  await recordAudit(ctx, { operation: 'user.end_sessions', subject: `user/${id}` })
  await stateFact(ctx, { kind: 'member.changed', userId: id })
}

/**
 * Removes another member or invited person from the company, with audit entry and facts: ends the membership or the invitation,
 * the sessions in this company, the memberships in groups and the subscriptions to alarms. The user account stays. 404 for an
 * unknown person, 403 or 409 when the rules of roles refuse it.
 */
export async function removeMember(ctx: Ctx, id: number): Promise<void> {
  const held = await lockRoles(ctx, id)
  const target = await holdTarget(ctx, id, held)
  refuse(mayRemove(held.actor, target, held.otherSuperusers))
  const { email, role, firstName, lastName } = await memberOf(ctx, id)
  if (target.isInvited) await deleteInvitation(ctx.tx, ctx.companyId, id)
  else await endMembership(ctx.tx, ctx.companyId, id, ctx.clock.now())
  await stateFact(ctx, { kind: 'member.removed', userId: id })
  const before = { email, firstName, lastName, role }
  await recordAudit(ctx, { operation: 'user.delete', subject: `user/${id}`, before })
  await stateFact(ctx, { kind: 'member.changed', userId: id })
}
