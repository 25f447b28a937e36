import type { Role } from '@millwatch/domain/identity'
import type { DateStyle } from '@millwatch/domain/time'
import { directoryHas, directoryRead, directoryRows, directoryRun } from '../../platform/db/statements.ts'
import type { Tx } from '../../platform/tx.ts'
import { hasFactor } from './store-directory-second-factor.ts'
import { endSessionsOfMember } from './store-directory-sessions.ts'

/** Entry of a company's member list: a member, with the user id, or an invited person, with the id of the invitation. */
export interface ListedMember extends DateStyle {
  readonly id: number
  /** True for an invited person, of whom the company sees only its own entries until the invitation is accepted. */
  readonly isInvited: boolean
  /** Time of the last mail about an open invitation (epoch ms); null for a member, and for an invitation that was not mailed. */
  readonly mailedAt: number | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly role: Role
  readonly createdAt: number
  /** True if a member has a second factor; false for an invited person, of whom a company learns nothing. */
  readonly hasFactor: boolean
}

const listed = `select user_id as id, false as "isInvited", email, first_name as "firstName", last_name as "lastName", phone, role,
    locale, clock_hours as "clockHours", membership.created_at as "createdAt", null::bigint as "mailedAt",
    ${hasFactor('membership.user_id')} as "hasFactor"
  from membership join app_user using (user_id) where company_id = $1
  union all
  select invitation_id, true, email, invitation.first_name, invitation.last_name, null, role, null, null, invitation.created_at, mailed_at, false
  from invitation join app_user using (user_id) where company_id = $1`

/** Returns the members and invited people of a company, by id. */
export const listMembers = directoryRows<ListedMember, [companyId: number]>(
  'directory_members_listed',
  `select * from (${listed}) listed order by id`,
)

/** Returns those of the given user ids and invitation ids that are on the member list of the company, in no order. */
export const membersByIds = directoryRows<ListedMember, [companyId: number, ids: readonly number[]]>(
  'directory_members_by_ids',
  `select * from (${listed}) listed where id = any($2::bigint[])`,
)

/**
 * Returns true if a person with this e-mail address, given in stored form (`normalEmail`), is a member of the company or invited
 * by it.
 */
export const isListed = directoryHas<[companyId: number, email: string]>(
  'directory_member_by_email',
  `select id from (${listed}) listed where email = $2`,
)

/**
 * Locks the memberships of these users and of all superusers of the company until the transaction ends; returns the roles of both
 * by user id. Users who are no members are left out. Waits for other changes of roles, and then returns their result.
 */
export const holdRoles = directoryRead<
  { userId: number; role: Role },
  Map<number, Role>,
  [companyId: number, userIds: readonly number[]]
>(
  'directory_roles_held',
  `select user_id as "userId", role from membership
    where company_id = $1 and (role = 'superuser' or user_id = any($2::bigint[])) order by user_id for update`,
  (rows) => new Map(rows.map((row) => [row.userId, row.role])),
)

export const updateRole = directoryRun<[companyId: number, userId: number, role: Role]>(
  'directory_membership_set_role',
  'update membership set role = $3 where company_id = $1 and user_id = $2',
)

const unsetDefault = {
  name: 'directory_default_company_unset',
  text: 'update app_user set default_company_id = null where user_id = $2 and default_company_id = $1',
}
const remove = {
  name: 'directory_membership_delete',
  text: 'delete from membership where company_id = $1 and user_id = $2',
}

/**
 * Ends a membership and the person's sessions in the company at `at` (epoch ms). The company is no longer the person's default
 * one; the account and the memberships in groups stay.
 */
export async function endMembership(tx: Tx, companyId: number, userId: number, at: number): Promise<void> {
  await endSessionsOfMember(tx, companyId, userId, at)
  await tx.prepared(unsetDefault, [companyId, userId])
  await tx.prepared(remove, [companyId, userId])
}
