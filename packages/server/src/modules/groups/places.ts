import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { holdInvitation, holdRoles } from '../identity/index.ts'
import { type RosterPlace, rosterOf } from './rosters.ts'
import { deletePlace, holdRoster, insertPlace, updatePlace } from './store.ts'

interface Ways {
  readonly sendEmail?: boolean | undefined
  readonly sendSms?: boolean | undefined
}

/**
 * Adds a member or invited person to a group, with audit entry and fact, and returns the membership; the group notifies the
 * person by e-mail only. 404 when the person or the group is unknown, 409 when the person is in the group already.
 */
export async function addToRoster(ctx: Ctx, rosterId: number, userId: number): Promise<RosterPlace> {
  await holdMember(ctx, userId)
  if (!(await holdRoster(ctx, rosterId))) throw new NotFound()
  const ways = { sendEmail: true, sendSms: false }
  if (!(await insertPlace(ctx, { rosterId, userId, ...ways }))) throw new Conflict('already_in_roster')
  await recordAudit(ctx, { operation: 'roster.user.add', subject: `roster/${rosterId}`, after: { userId, ...ways } })
  await stateFact(ctx, { kind: 'group.changed', groupId: rosterId })
  return placeOf(ctx, rosterId, userId)
}

/** Throws 404 unless the person is a member or invited, and keeps the person so until the transaction ends. */
async function holdMember(ctx: Ctx, id: number): Promise<void> {
  const roles = await holdRoles(ctx.tx, ctx.companyId, [id])
  if (roles.has(id) || (await holdInvitation(ctx.tx, ctx.companyId, id)) !== undefined) return
  throw new NotFound()
}

/**
 * Changes the channels (e-mail, text message) by which a group reaches a person, with audit entry and fact, and returns the
 * membership. Absent channels stay; without a change nothing is stored. 404 for an unknown group or membership, 409
 * (`phone_missing`) for text messages to a person without a phone number.
 */
export async function changePlace(ctx: Ctx, rosterId: number, userId: number, ways: Ways): Promise<RosterPlace> {
  if (!(await holdRoster(ctx, rosterId))) throw new NotFound()
  const before = await placeOf(ctx, rosterId, userId)
  const after = {
    ...before,
    sendEmail: ways.sendEmail ?? before.sendEmail,
    sendSms: ways.sendSms ?? before.sendSms,
  }
  if (after.sendEmail === before.sendEmail && after.sendSms === before.sendSms) return before
  if (after.sendSms && !before.sendSms && before.member.phone === null) throw new Conflict('phone_missing')
  await updatePlace(ctx, after)
  const shown = ({ sendEmail, sendSms }: RosterPlace) => ({ userId, sendEmail, sendSms })
  const change = { before: shown(before), after: shown(after) }
  await recordAudit(ctx, { operation: 'roster.user.update', subject: `roster/${rosterId}`, ...change })
  await stateFact(ctx, { kind: 'group.changed', groupId: rosterId })
  return after
}

export async function removeFromRoster(ctx: Ctx, rosterId: number, userId: number): Promise<void> {
  if (!(await holdRoster(ctx, rosterId))) throw new NotFound()
  const { rosterUserId } = await placeOf(ctx, rosterId, userId)
  await deletePlace(ctx, rosterUserId)
  await recordAudit(ctx, { operation: 'roster.user.remove', subject: `roster/${rosterId}`, before: { userId } })
  await stateFact(ctx, { kind: 'group.changed', groupId: rosterId })
}

async function placeOf(ctx: Ctx, rosterId: number, userId: number): Promise<RosterPlace> {
  const place = (await rosterOf(ctx, rosterId)).places.find((candidate) => candidate.userId === userId)
  if (!place) throw new NotFound()
  return place
}
