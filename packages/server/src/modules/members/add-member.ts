import { type PasswordPolicy, readEmail, readPersonName } from '@millwatch/domain/identity'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import {
  findOrAddPerson,
  hashPassword,
  holdMailedInvitation,
  insertInvitation,
  insertMembership,
  isListed,
  type ListedMember,
  markInvitationMailed,
  membersByIds,
  newSecret,
  nextPersonId,
  requireGoodPassword,
} from '../identity/index.ts'
import { lockRoles } from './acting.ts'
import { type InvitingNeeds, mailInvitation } from './mail-invitation.ts'

export interface TypedMember {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  /** Password typed for the person. Undefined: the person is invited by mail and chooses a password by the link in it. */
  readonly password: string | undefined
}

/** Checked data of a member to be added, as it is stored. */
export interface MemberRecord {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
  readonly isMailed: boolean
}

/** Returns a typed e-mail address in stored form; 400 if it is blank or malformed. */
export function requireEmail(typed: string): string {
  if (typed.trim() === '') throw new Invalid(undefined, 'email_blank')
  const email = readEmail(typed)
  if (email === null) throw new Invalid(undefined, 'email_invalid')
  return email
}

/** Returns a typed first or last name in stored form; 400 if it is blank or cannot be a name. */
export function requirePersonName(typed: string, which: 'first_name' | 'last_name'): string {
  const read = readPersonName(typed)
  if (read === 'blank') throw new Invalid(undefined, `${which}_blank`)
  if (read === null) throw new Invalid(`body/${which} is no name`)
  return read.name
}

/**
 * Checks typed data of a new member and returns it in stored form; stores nothing. Throws the error of the first invalid field.
 * Hashes the password, or a random one if none was typed, also where it is not used later, so that the duration reveals nothing.
 */
export async function readNewMember(
  typed: TypedMember,
  { policy, canMail }: { readonly policy: PasswordPolicy; readonly canMail: boolean },
): Promise<MemberRecord> {
  const email = requireEmail(typed.username)
  const firstName = requirePersonName(typed.firstName, 'first_name')
  const lastName = requirePersonName(typed.lastName, 'last_name')
  const { password } = typed
  if (password === '' || (password === undefined && !canMail)) throw new Invalid(undefined, 'password_blank')
  if (password !== undefined) requireGoodPassword(policy, password, email)
  // A person who is invited by mail gets a random password until they choose one.
  const passwordHash = await hashPassword(password ?? newSecret())
  return { email, firstName, lastName, passwordHash, isMailed: password === undefined }
}

/**
 * Adds a person to the company's member list as a regular user, with audit entry and fact; returns the entry of the list. An
 * unknown person becomes a member at once, who must change the password; an existing user is only invited, and the caller cannot
 * see which. With `isMailed`, both are only invited, by mail. 403 unless the caller is a superuser, 409 for a person on the list.
 */
export async function addMember(
  ctx: Ctx,
  needs: InvitingNeeds,
  { email, firstName, lastName, passwordHash, isMailed }: MemberRecord,
): Promise<ListedMember> {
  const { companyId, tx } = ctx
  const { actor } = await lockRoles(ctx)
  if (actor.role !== 'superuser') throw new Forbidden()
  if (await isListed(tx, companyId, email)) throw new Conflict('already_member')
  const createdAt = ctx.clock.now()
  const id = await nextPersonId(tx)
  // An invited person gets an id of their own, as a known one has, and becomes a member when they accept.
  const personId = isMailed ? await nextPersonId(tx) : id
  const userId = await findOrAddPerson(tx, { userId: personId, email, firstName, lastName, passwordHash, createdAt })
  if (userId === id) await insertMembership(tx, { companyId, userId, role: 'user', createdAt })
  else await insertInvitation(tx, { invitationId: id, companyId, userId, firstName, lastName, createdAt })
  if (isMailed) await mailFirst(ctx, needs, id)
  const after = { email, firstName, lastName, role: 'user', ...(isMailed ? { invited: true } : {}) }
  await recordAudit(ctx, { operation: 'user.create', subject: `user/${id}`, after })
  await stateFact(ctx, { kind: 'member.changed', userId: id })
  return memberOf(ctx, id)
}

/** Mails the first time the invitation that the same transaction stored, and marks it as mailed. */
async function mailFirst(ctx: Ctx, needs: InvitingNeeds, invitationId: number): Promise<void> {
  await markInvitationMailed(ctx.tx, ctx.companyId, invitationId, ctx.clock.now())
  const invited = await holdMailedInvitation(ctx.tx, ctx.companyId, invitationId)
  if (!invited) throw new NotFound()
  await mailInvitation(ctx, needs, invited)
}

/** Returns a member or invited person of the caller's company, by user id or invitation id; 404 when there is none. */
export async function memberOf(ctx: Ctx, id: number): Promise<ListedMember> {
  const [member] = await membersByIds(ctx.tx, ctx.companyId, [id])
  if (!member) throw new NotFound()
  return member
}
