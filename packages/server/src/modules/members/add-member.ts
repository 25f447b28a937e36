import { type PasswordPolicy, readEmail, readPersonName } from '@millwatch/domain/identity'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import {
  demandGoodPassword,
  findOrAddPerson,
  hashPassword,
  insertInvitation,
  insertMembership,
  isListed,
  type ListedMember,
  membersByIds,
  nextPersonId,
} from '../identity/index.ts'
import { holdActing } from './acting.ts'

export interface TypedMember {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly password: string
}

/** Checked data of a member to be added, as it is stored. */
export interface MemberRecord {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
}

export function demandEmail(typed: string): string {
  if (typed.trim() === '') throw new Invalid(undefined, 'email_blank')
  const email = readEmail(typed)
  if (email === null) throw new Invalid(undefined, 'email_invalid')
  return email
}

export function demandPersonName(typed: string, which: 'first_name' | 'last_name'): string {
  const read = readPersonName(typed)
  if (read === 'blank') throw new Invalid(undefined, `${which}_blank`)
  if (read === null) throw new Invalid(`body/${which} is no name`)
  return read.name
}

/**
 * Checks typed data of a new member and returns it in stored form; stores nothing. Throws the error of the first
 * invalid field. Hashes the password even if it may not be used, so that the duration reveals nothing.
 */
export async function readNewMember(typed: TypedMember, policy: PasswordPolicy): Promise<MemberRecord> {
  const email = demandEmail(typed.username)
  const firstName = demandPersonName(typed.firstName, 'first_name')
  const lastName = demandPersonName(typed.lastName, 'last_name')
  if (typed.password === '') throw new Invalid(undefined, 'password_blank')
  demandGoodPassword(policy, typed.password, email)
  return { email, firstName, lastName, passwordHash: await hashPassword(typed.password) }
}

/**
 * Adds a person to the company's member list as a regular user, with audit entry and fact; returns the entry. An
 * unknown person becomes a member at once; an existing user is only invited and otherwise unchanged, and the caller
 * cannot tell which. 403 unless the caller is a superuser, 409 for a person on the list.
 */
export async function addMember(
  ctx: Ctx,
  { email, firstName, lastName, passwordHash }: MemberRecord,
): Promise<ListedMember> {
  const { companyId, tx } = ctx
  const { actor } = await holdActing(ctx)
  if (actor.role !== 'superuser') throw new Forbidden()
  if (await isListed(tx, companyId, email)) throw new Conflict('already_member')
  const createdAt = ctx.clock.now()
  const id = await nextPersonId(tx)
  const userId = await findOrAddPerson(tx, { userId: id, email, firstName, lastName, passwordHash, createdAt })
  if (userId === id) await insertMembership(tx, { companyId, userId, role: 'user', createdAt })
  else await insertInvitation(tx, { invitationId: id, companyId, userId, firstName, lastName, createdAt })
  const after = { email, firstName, lastName, role: 'user' }
  await recordAudit(ctx, { operation: 'user.create', subject: `user/${id}`, after })
  await stateFact(ctx, { kind: 'member.changed', userId: id })
  return memberOf(ctx, id)
}

/** Returns a member or invited person of the caller's company, by user id or invitation id; 404 when there is none. */
export async function memberOf(ctx: Ctx, id: number): Promise<ListedMember> {
  const [member] = await membersByIds(ctx.tx, ctx.companyId, [id])
  if (!member) throw new NotFound()
  return member
}
