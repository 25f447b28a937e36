import { numberArray } from '../db/arrays.ts'
import type { Role } from '../tables.ts'
import type { Tx } from '../tx.ts'
import { endSessionsOfMember } from './sessions.ts'

/** Somebody on the list of a company: a member by user id, or somebody who has not accepted yet by invitation id. */
export interface ListedMember {
  readonly id: number
  /** Until they accept, a company knows of somebody only what it wrote down itself. */
  readonly isInvited: boolean
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly role: Role
  readonly createdAt: number
}

const listed = `select user_id as id, false as "isInvited", email, first_name as "firstName", last_name as "lastName", phone, role,
    membership.created_at as "createdAt"
  from membership join app_user using (user_id) where company_id = $1
  union all
  select invitation_id, true, email, invitation.first_name, invitation.last_name, null, role, invitation.created_at
  from invitation join app_user using (user_id) where company_id = $1`

const all = {
  name: 'directory_members_listed',
  text: `select * from (${listed}) listed order by lower("firstName"), lower("lastName"), id`,
}

/** Who is on the list of a company, by name. */
export async function listMembers(tx: Tx, companyId: number): Promise<ListedMember[]> {
  return tx.prepared<ListedMember>(all, [companyId])
}

const byIds = {
  name: 'directory_members_by_ids',
  text: `select * from (${listed}) listed where id = any($2::bigint[])`,
}

/** Those of these who are on the list of the company. */
export async function membersByIds(tx: Tx, companyId: number, ids: readonly number[]): Promise<ListedMember[]> {
  return tx.prepared<ListedMember>(byIds, [companyId, numberArray(ids)])
}

const byEmail = { name: 'directory_member_by_email', text: `select id from (${listed}) listed where email = $2` }

/** Whether somebody with this address, in its normal spelling, is on the list of the company. */
export async function isListed(tx: Tx, companyId: number, email: string): Promise<boolean> {
  return (await tx.prepared(byEmail, [companyId, email])).length > 0
}

const held = {
  name: 'directory_roles_held',
  text: `select user_id as "userId", role from membership
    where company_id = $1 and (role = 'superuser' or user_id = any($2::bigint[])) order by user_id for update`,
}

/**
 * The roles of these members and of all superusers, as they are now and stay until the transaction ends: of two who change roles
 * at once the second sees what the first did.
 */
export async function holdRoles(tx: Tx, companyId: number, userIds: readonly number[]): Promise<Map<number, Role>> {
  const rows = await tx.prepared<{ userId: number; role: Role }>(held, [companyId, numberArray(userIds)])
  return new Map(rows.map((row) => [row.userId, row.role]))
}

const setRole = {
  name: 'directory_membership_set_role',
  text: 'update membership set role = $3 where company_id = $1 and user_id = $2',
}

export async function updateRole(tx: Tx, companyId: number, userId: number, role: Role): Promise<void> {
  await tx.prepared(setRole, [companyId, userId, role])
}

const unsetDefault = {
  name: 'directory_default_company_unset',
  text: 'update app_user set default_company_id = null where user_id = $2 and default_company_id = $1',
}
const remove = {
  name: 'directory_membership_delete',
  text: 'delete from membership where company_id = $1 and user_id = $2',
}

/** Ends a membership with its sessions; who the person is stays. */
export async function endMembership(tx: Tx, companyId: number, userId: number, at: number): Promise<void> {
  await endSessionsOfMember(tx, companyId, userId, at)
  await tx.prepared(unsetDefault, [companyId, userId])
  await tx.prepared(remove, [companyId, userId])
}
