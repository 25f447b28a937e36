import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { type Actor, type Ctx, systemCtx } from '../../platform/ctx.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import {
  deleteInvitation,
  findInvitation,
  holdInvitation,
  type Invitation,
  joinByInvitation,
  listInvitations,
} from './store-directory-invitations.ts'
import { listMemberships } from './store-directory-memberships.ts'
import { isEmailProven } from './store-directory-users.ts'

type Person = Extract<Actor, { kind: 'user' }>
type InvitationNeeds = Pick<Needs, 'database' | 'clock' | 'canMail'>

/**
 * Makes the person a member of the inviting company, in a transaction of that company, with audit entry and facts, and returns
 * the invitation. 404 unless the invitation is for this person; 409 unless the person has proven the e-mail address, as anybody
 * could have signed up with it before.
 */
export async function acceptInvitation(
  deps: InvitationNeeds,
  person: Person,
  invitationId: number,
): Promise<Invitation> {
  if ((await findInvitation(deps.database, person.userId, invitationId)) === undefined) throw new NotFound()
  if (!(await isTheirs(deps, person.userId))) throw new Conflict('email_not_proven')
  return inAskingCompany(deps, person.userId, invitationId, (ctx, invitation) =>
    join({ ...ctx, actor: person }, person.userId, invitation),
  )
}

/**
 * Deletes an invitation of the person, in a transaction of the inviting company, with audit entry and facts. The entry names
 * neither the person nor their company. 404 unless the invitation is for this person.
 */
export async function declineInvitation(deps: InvitationNeeds, person: Person, invitationId: number): Promise<void> {
  await inAskingCompany(deps, person.userId, invitationId, async (ctx, { companyId, role }) => {
    await deleteInvitation(ctx.tx, companyId, invitationId)
    await stateFact(ctx, { kind: 'member.removed', userId: invitationId })
    const subject = `user/${invitationId}`
    await recordAudit(ctx, { operation: 'invitation.decline', subject, before: { role } })
    await stateFact(ctx, { kind: 'member.changed', userId: invitationId })
  })
}

/**
 * Accepts all invitations of a user who belongs to no company, so that the user can sign in, each with audit entry and facts, and
 * returns true. Returns false, and accepts none, for a member of a company, without a proven e-mail address, and without
 * invitations.
 */
export async function joinWhereInvited(deps: InvitationNeeds, userId: number): Promise<boolean> {
  const { database } = deps
  if ((await listMemberships(database, userId)).length > 0) return false
  if (!(await isTheirs(deps, userId))) return false
  const waiting = await listInvitations(database, userId)
  for (const { invitationId } of waiting) {
    await inAskingCompany(deps, userId, invitationId, (ctx, invitation) => join(ctx, userId, invitation))
  }
  return waiting.length > 0
}

/**
 * Returns true when the user has proven the e-mail address, or when this installation sends no mail, as nobody can prove an
 * address then.
 */
async function isTheirs({ database, canMail }: InvitationNeeds, userId: number): Promise<boolean> {
  return !(await canMail()) || isEmailProven(database, userId)
}

/**
 * Runs `work` in a transaction of the inviting company, with the invitation locked, and returns its result. 404 for an unknown
 * invitation and one of another person.
 */
async function inAskingCompany<T>(
  { database, clock }: InvitationNeeds,
  userId: number,
  invitationId: number,
  work: (ctx: Ctx, invitation: Invitation) => Promise<T>,
): Promise<T> {
  const invitation = await findInvitation(database, userId, invitationId)
  if (!invitation) throw new NotFound()
  const { companyId } = invitation
  return database.inCompany(companyId, async (tx) => {
    const role = await holdInvitation(tx, companyId, invitationId)
    if (role === undefined) throw new NotFound()
    return work(systemCtx(companyId, tx, clock), { ...invitation, role })
  })
}

async function join(ctx: Ctx, userId: number, invitation: Invitation): Promise<Invitation> {
  const { invitationId, role } = invitation
  await joinByInvitation(ctx.tx, invitationId)
  await stateFact(ctx, { kind: 'invitation.accepted', invitationId, userId })
  const entry = { subject: `user/${userId}`, before: { invitationId }, after: { role } }
  await recordAudit(ctx, { operation: 'invitation.accept', ...entry })
  await stateFact(ctx, { kind: 'member.changed', userId })
  return invitation
}
