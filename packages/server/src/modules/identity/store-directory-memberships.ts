import type { Role } from '@millwatch/domain/identity'
import type { Database, Tx } from '../../platform/db/index.ts'
import { directoryHas, directoryRead, directoryRows } from '../../platform/db/statements.ts'

export interface Membership {
  readonly companyId: number
  readonly companyName: string
  readonly rootOrgUnitId: number
  readonly role: Role
}

/**
 * Returns the memberships of a user in companies that are not suspended, the oldest first; reads them in a transaction
 * of its own.
 */
export async function listMemberships(database: Database, userId: number): Promise<Membership[]> {
  return database.inDirectory((tx) => membershipsOf(tx, userId))
}

/** Returns the memberships of a user in companies that are not suspended, the oldest first. */
export const membershipsOf = directoryRows<Membership, [userId: number]>(
  'directory_memberships_of_user',
  `select company_id as "companyId", name as "companyName", root_org_unit_id as "rootOrgUnitId", role
    from membership join company using (company_id)
    where user_id = $1 and root_org_unit_id is not null and suspended_at is null
    order by membership.created_at, company_id`,
)

/** Returns the present role of a user in a company, suspended or not; undefined if they are not a member. */
export const roleOfMember = directoryRead<{ role: Role }, Role | undefined, [companyId: number, userId: number]>(
  'directory_role_of_member',
  'select role from membership where company_id = $1 and user_id = $2',
  ([row]) => row?.role,
)

/**
 * Returns true if a user is a member of a company, else false. If true, the membership and all sessions of the user cannot be
 * ended by others until the transaction ends, as they would miss a session that opens meanwhile.
 */
export const holdMembership = directoryHas<[companyId: number, userId: number]>(
  'directory_membership_hold_for_session',
  'select user_id from membership where company_id = $1 and user_id = $2 for share',
)

const insert = {
  name: 'directory_membership_insert',
  text: `with answered as (delete from invitation where company_id = $1 and user_id = $2 returning invitation_id),
      joined as (insert into membership (company_id, user_id, role, created_at) values ($1, $2, $3, $4))
    select invitation_id as "invitationId" from answered`,
}

/**
 * Makes a user a member of a company, and deletes an open invitation of this user to it. Returns the id of that invitation;
 * undefined: there was none. Throws if the user is a member already.
 */
export async function insertMembership(
  tx: Tx,
  membership: { companyId: number; userId: number; role: Role; createdAt: number },
): Promise<number | undefined> {
  const { companyId, userId, role, createdAt } = membership
  const [answered] = await tx.prepared<{ invitationId: number }>(insert, [companyId, userId, role, createdAt])
  return answered?.invitationId
}
