import type { Role } from '../tables.ts'
import type { Database, Tx } from '../tx.ts'

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

/** An id for a person or an invitation: one of a kind over both. */
export async function nextPersonId(tx: Tx): Promise<number> {
  const [row] = await tx.prepared<{ id: number }>(nextId, [])
  if (!row) throw new Error('The sequence of users gave no id')
  return row.id
}

export interface NewPerson {
  readonly userId: number
  /** In its normal spelling. */
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

/** Adds a person unless the address is known; the answer is whose it is then. */
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
// A company that is closed for now asks nobody in.
const open = `from invitation join company using (company_id) where suspended_at is null and user_id = $1`

const ofUser = {
  name: 'directory_invitations_of_user',
  text: `select ${columns} ${open} order by invitation.created_at, invitation_id`,
}

/** The companies that wait for a person to accept, the first to ask in front. */
export async function invitationsOf(tx: Tx, userId: number): Promise<Invitation[]> {
  return tx.prepared<Invitation>(ofUser, [userId])
}

/** The same, of somebody who is in no company. */
export async function listInvitations(database: Database, userId: number): Promise<Invitation[]> {
  return database.inDirectory((tx) => invitationsOf(tx, userId))
}

const oneOfUser = {
  name: 'directory_invitation_of_user',
  text: `select ${columns} ${open} and invitation_id = $2`,
}

/** An invitation, if it is this person's. */
export async function findInvitation(
  database: Database,
  userId: number,
  invitationId: number,
): Promise<Invitation | undefined> {
  const values = [userId, invitationId]
  const [invitation] = await database.inDirectory((tx) => tx.prepared<Invitation>(oneOfUser, values))
  return invitation
}

const roleHeld = {
  name: 'directory_invitation_role_held',
  text: 'select role from invitation where company_id = $1 and invitation_id = $2 for update',
}

/** The role that waits for somebody, kept as it is until the transaction ends; undefined where nothing waits. */
export async function holdInvitation(tx: Tx, companyId: number, invitationId: number): Promise<Role | undefined> {
  const [row] = await tx.prepared<{ role: Role }>(roleHeld, [companyId, invitationId])
  return row?.role
}

const setRole = {
  name: 'directory_invitation_set_role',
  text: 'update invitation set role = $3 where company_id = $1 and invitation_id = $2',
}

export async function updateInvitationRole(tx: Tx, companyId: number, invitationId: number, role: Role): Promise<void> {
  await tx.prepared(setRole, [companyId, invitationId, role])
}

const remove = {
  name: 'directory_invitation_delete',
  text: 'delete from invitation where company_id = $1 and invitation_id = $2',
}

export async function deleteInvitation(tx: Tx, companyId: number, invitationId: number): Promise<void> {
  await tx.prepared(remove, [companyId, invitationId])
}

const removeOfUser = {
  name: 'directory_invitations_delete_of_user',
  text: `delete from invitation where user_id = $1`,
}

/** Forgets what waits for a person, as when they have another address than the one that was asked. */
export async function deleteInvitationsOf(tx: Tx, userId: number): Promise<void> {
  await tx.prepared(removeOfUser, [userId])
}

const join = {
  name: 'directory_invitation_join',
  text: `with taken as (delete from invitation where invitation_id = $1 returning company_id, user_id, role, created_at)
    insert into membership (company_id, user_id, role, created_at) select company_id, user_id, role, created_at from taken
    on conflict do nothing`,
}

/** Makes a membership of an invitation; who became a member meanwhile by other means stays what they are. */
export async function joinByInvitation(tx: Tx, invitationId: number): Promise<void> {
  await tx.prepared(join, [invitationId])
}
