import { numberArray } from '../db/arrays.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Role } from '../tables.ts'

/** A session that stands, with its user and the role that user has in the company right now. */
export interface OpenSession {
  readonly kind: 'user'
  readonly sessionId: number
  readonly userId: number
  readonly companyId: number
  readonly role: Role
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly mustChangePassword: boolean
  readonly companyName: string
  readonly rootOrgUnitId: number
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
}

const open = {
  name: 'directory_session_open',
  text: `select 'user' as kind, session_id as "sessionId", user_id as "userId", company_id as "companyId", role, email,
      first_name as "firstName", last_name as "lastName", must_change_password as "mustChangePassword",
      company.name as "companyName", root_org_unit_id as "rootOrgUnitId",
      session.created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
    from session
    join app_user using (user_id)
    join company using (company_id)
    join membership using (company_id, user_id)
    where token_hash = $1 and ended_at is null and expires_at > $2`,
}

/** The session behind a token, if it stands at `now`: not ended, not expired, its user still in the company. */
export async function findSession(
  database: Database,
  tokenHash: Buffer,
  now: number,
): Promise<OpenSession | undefined> {
  const [session] = await database.inDirectory((tx) => tx.prepared<OpenSession>(open, [tokenHash, now]))
  return session
}

const standing = {
  name: 'directory_sessions_standing',
  text: `select session_id as "sessionId", role from session join membership using (company_id, user_id)
    where session_id = any($1::bigint[]) and ended_at is null and expires_at > $2`,
}

/** Which of these sessions stand at `now`, with the role of each. */
export async function standingSessions(
  database: Database,
  sessionIds: readonly number[],
  now: number,
): Promise<Map<number, Role>> {
  const rows = await database.inDirectory((tx) =>
    tx.prepared<{ sessionId: number; role: Role }>(standing, [numberArray(sessionIds), now]),
  )
  return new Map(rows.map((row) => [row.sessionId, row.role]))
}

export interface NewSession {
  readonly tokenHash: Buffer
  readonly userId: number
  readonly companyId: number
  readonly createdAt: number
  readonly expiresAt: number
}

const insert = {
  name: 'directory_session_insert',
  text: `insert into session (token_hash, user_id, company_id, created_at, last_used_at, expires_at)
    values ($1, $2, $3, $4, $4, $5) returning session_id as "sessionId"`,
}

/** Opens a session, in the transaction that records it; returns its id. */
export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const { tokenHash, userId, companyId, createdAt, expiresAt } = session
  const [row] = await tx.prepared<{ sessionId: number }>(insert, [tokenHash, userId, companyId, createdAt, expiresAt])
  if (!row) throw new Error('A session was not stored')
  return row.sessionId
}

const touch = {
  name: 'directory_session_touch',
  text: `update session set last_used_at = $2, expires_at = greatest(expires_at, $3)
    where session_id = $1 and ended_at is null`,
}

/** Marks a session as used at `at` and lets it last until `expiresAt` at least. */
export async function touchSession(
  database: Database,
  sessionId: number,
  at: number,
  expiresAt: number,
): Promise<void> {
  await database.inDirectory((tx) => tx.prepared(touch, [sessionId, at, expiresAt]))
}

const end = {
  name: 'directory_session_end',
  text: 'update session set ended_at = $2 where session_id = $1 and ended_at is null',
}

/** Ends a session, in the transaction that records it; every server refuses its token from the commit on. */
export async function endSession(tx: Tx, sessionId: number, at: number): Promise<void> {
  await tx.prepared(end, [sessionId, at])
}

const endAll = {
  name: 'directory_session_end_all',
  text: 'update session set ended_at = $2 where user_id = $1 and ended_at is null',
}

export async function endSessionsOfUser(database: Database, userId: number, at: number): Promise<void> {
  await database.inDirectory((tx) => tx.prepared(endAll, [userId, at]))
}

const purge = {
  name: 'directory_session_purge',
  text: 'delete from session where expires_at < $1 or ended_at < $1',
}

/** Forgets sessions that were over before `before`. */
export async function deleteSessionsBefore(database: Database, before: number): Promise<void> {
  await database.inDirectory((tx) => tx.prepared(purge, [before]))
}
