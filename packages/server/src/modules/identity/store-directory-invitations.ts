import type { Role } from '@millwatch/domain/identity'
import { databaseRow, directoryRead, directoryRow, directoryRows, directoryRun } from '../../platform/db/statements.ts'
import type { Database, Tx } from '../../platform/tx.ts'

export interface Invitation {
  readonly invitationId: number
  readonly companyId: number
  readonly companyName: string
  readonly role: Role
  readonly createdAt: number
}

const nextId = {
  name: 'directory_next_user_id',
  text: `select nextval('app_user_user_id_seq') as id`,
}

/** Returns a new id for a person or an invitation, from the sequence that both share. */
export async function nextPersonId(tx: Tx): Promise<number> {
  const [row] = await tx.prepared<{ id: number }>(nextId, [])
  if (!row) throw new Error('The sequence of users gave no id')
  return row.id
}

export interface NewPerson {
  readonly userId: number
  /** E-mail address in stored form (`normalEmail`). */
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
  readonly createdAt: number
}

const insertPerson = {
  name: 'directory_person_insert',
  text: `insert into app_user (user_id, email, first_name, last_name, password_hash, must_change_password, created_at)
    overriding system value values ($1, $2, $3, $4, $5, true, $6) on conflict (email) do nothing`,
}
const idOf = { name: 'directory_person_id', text: 'select user_id as "userId" from app_user where email = $1' }

/**
 * Adds a person, who must change the password at the first sign-in, and returns the id. If a person with the address exists, that
 * person stays unchanged and their id is returned.
 */
export async function findOrAddPerson(tx: Tx, person: NewPerson): Promise<number> {
  const { userId, email, firstName, lastName, passwordHash, createdAt } = person
  await tx.prepared(insertPerson, [userId, email, firstName, lastName, passwordHash, createdAt])
  const [row] = await tx.prepared<{ userId: number }>(idOf, [email])
  if (!row) throw new Error('A person was not stored')
  return row.userId
}

export interface NewInvitation {
  readonly invitationId: number
  readonly companyId: number
  readonly userId: number
  readonly firstName: string
  readonly lastName: string
  readonly createdAt: number
}

const insert = {
  name: 'directory_invitation_insert',
  text: `insert into invitation (invitation_id, company_id, user_id, first_name, last_name, role, created_at)
    values ($1, $2, $3, $4, $5, 'user', $6)`,
}

export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { invitationId, companyId, userId, firstName, lastName, createdAt } = invitation
  await tx.prepared(insert, [invitationId, companyId, userId, firstName, lastName, createdAt])
}

const columns = `invitation_id as "invitationId", company_id as "companyId", company.name as "companyName", role,
  invitation.created_at as "createdAt"`
// A suspended company invites nobody.
const open = `from invitation join company using (company_id) where suspended_at is null and user_id = $1`

/** Returns the open invitations of a person to companies that are not suspended, the oldest first. */
export const invitationsOf = directoryRows<Invitation, [userId: number]>(
  'directory_invitations_of_user',
  `select ${columns} ${open} order by invitation.created_at, invitation_id`,
)

/**
 * Returns the open invitations of a person to companies that are not suspended, the oldest first; reads them in a
 * transaction of its own.
 */
export async function listInvitations(database: Database, userId: number): Promise<Invitation[]> {
  return database.inDirectory((tx) => invitationsOf(tx, userId))
}

/**
 * Returns an open invitation if it is for this person; undefined for another person's or an unknown one, and for one of a
 * suspended company.
 */
export const findInvitation = databaseRow<Invitation, [userId: number, invitationId: number]>(
  'directory_invitation_of_user',
  `select ${columns} ${open} and invitation_id = $2`,
)

interface MailedInvitation {
  readonly invitationId: number
  readonly userId: number
  readonly email: string
  readonly firstName: string
  readonly companyName: string
}

/** Locks an open, mailed invitation until the transaction ends, and returns it; undefined if there is none. */
export const holdMailedInvitation = directoryRow<MailedInvitation, [companyId: number, invitationId: number]>(
  'directory_invitation_mailed_held',
  `select invitation_id as "invitationId", user_id as "userId", email, i.first_name as "firstName",
      company.name as "companyName"
    from invitation i join company using (company_id) join app_user using (user_id)
    where company_id = $1 and invitation_id = $2 and mailed_at is not null for update of i`,
)

export const markInvitationMailed = directoryRun<[companyId: number, invitationId: number, at: number]>(
  'directory_invitation_mark_mailed',
  'update invitation set mailed_at = $3 where company_id = $1 and invitation_id = $2',
)

/** Locks an invitation of a company until the transaction ends and returns its role; undefined if there is none. */
export const holdInvitation = directoryRead<
  { role: Role },
  Role | undefined,
  [companyId: number, invitationId: number]
>(
  'directory_invitation_role_held',
  'select role from invitation where company_id = $1 and invitation_id = $2 for update',
  ([row]) => row?.role,
)

/** Locks those of the invitations that are still open, until the transaction ends, and returns their ids. */
export const holdInvitations = directoryRead<
  { invitationId: number },
  ReadonlySet<number>,
  [companyId: number, invitationIds: readonly number[]]
>(
  'directory_invitations_held',
  `select invitation_id as "invitationId" from invitation where company_id = $1 and invitation_id = any($2::bigint[])
    order by invitation_id for update`,
  (rows) => new Set(rows.map((row) => row.invitationId)),
)

export const updateInvitationRole = directoryRun<[companyId: number, invitationId: number, role: Role]>(
  'directory_invitation_set_role',
  'update invitation set role = $3 where company_id = $1 and invitation_id = $2',
)

export const deleteInvitation = directoryRun<[companyId: number, invitationId: number]>(
  'directory_invitation_delete',
  'delete from invitation where company_id = $1 and invitation_id = $2',
)

/** Deletes all invitations of a person, in all companies. */
export const deleteInvitationsOf = directoryRun<[userId: number]>(
  'directory_invitations_delete_of_user',
  `delete from invitation where user_id = $1`,
)

/**
 * Deletes an invitation and makes its person a member with its role; a membership that exists already stays unchanged. Does
 * nothing for an unknown invitation.
 */
export const joinByInvitation = directoryRun<[invitationId: number]>(
  'directory_invitation_join',
  `with taken as (delete from invitation where invitation_id = $1 returning company_id, user_id, role, created_at)
    insert into membership (company_id, user_id, role, created_at) select company_id, user_id, role, created_at from taken
    on conflict do nothing`,
)
