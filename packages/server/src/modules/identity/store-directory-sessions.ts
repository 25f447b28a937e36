import type { Role } from '@millwatch/domain/identity'
import type { KioskGrants } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db/index.ts'
import { databaseRead, databaseRun, directoryHas, directoryRows, directoryRun } from '../../platform/db/statements.ts'
import { mustSetUp } from './store-directory-second-factor.ts'

interface SessionBase {
  readonly sessionId: number
  readonly companyId: number
  readonly companyName: string
  readonly rootOrgUnitId: number
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
}

/** Open session of a person, with the person's present data and role in the company. Instants are epoch ms. */
export interface PersonSession extends SessionBase {
  readonly kind: 'user'
  readonly userId: number
  readonly role: Role
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly mustChangePassword: boolean
  /** True: the company requires a second factor of this person, who has none. */
  readonly mustSetUpFactor: boolean
}

/** Open session of a kiosk display, with its present name and grants. Instants are epoch ms. */
export interface KioskSession extends SessionBase {
  readonly kind: 'kiosk'
  readonly kioskId: number
  readonly name: string
  readonly grants: KioskGrants
}

export type OpenSession = PersonSession | KioskSession

type OpenRow = Omit<PersonSession, 'kind'> &
  Omit<KioskSession, 'kind' | 'grants'> &
  KioskGrants & { userId: number | null }

/**
 * Returns the session with this hash of a token if it is open at `now` (epoch ms): not ended, not expired, its person
 * still in the company or its display not revoked, and the company not suspended. Undefined otherwise.
 */
export const findSession = databaseRead<OpenRow, OpenSession | undefined, [tokenHash: Buffer, now: number]>(
  'directory_session_open',
  `select session_id as "sessionId", s.user_id as "userId", s.kiosk_id as "kioskId", s.company_id as "companyId", role,
      email, first_name as "firstName", last_name as "lastName", must_change_password as "mustChangePassword",
      ${mustSetUp('c', 'm')} as "mustSetUpFactor", c.name as "companyName", root_org_unit_id as "rootOrgUnitId",
      s.created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
      k.name, k.page, k.equipment_id as "equipmentId", k.org_unit_id as "orgUnitId",
      k.may_give_reasons as "mayGiveReasons", k.may_count_scrap as "mayCountScrap", k.may_set_runs as "maySetRuns"
    from session s
    join company c on c.company_id = s.company_id and c.suspended_at is null
    left join app_user u on u.user_id = s.user_id
    left join membership m on m.company_id = s.company_id and m.user_id = s.user_id
    left join kiosk k on k.kiosk_id = s.kiosk_id and k.company_id = s.company_id and k.revoked_at is null
    where token_hash = $1 and ended_at is null and expires_at > $2 and (m.user_id is not null or k.kiosk_id is not null)`,
  ([row]) => row && sessionOf(row),
)

function sessionOf(row: OpenRow): OpenSession {
  const { sessionId, companyId, companyName, rootOrgUnitId, createdAt, lastUsedAt, expiresAt } = row
  const session = { sessionId, companyId, companyName, rootOrgUnitId, createdAt, lastUsedAt, expiresAt }
  if (row.userId === null) {
    const { kioskId, name, page, equipmentId, orgUnitId, mayGiveReasons, mayCountScrap, maySetRuns } = row
    const grants = { page, equipmentId, orgUnitId, mayGiveReasons, mayCountScrap, maySetRuns }
    return { kind: 'kiosk', ...session, kioskId, name, grants }
  }
  const { userId, role, email, firstName, lastName, mustChangePassword, mustSetUpFactor } = row
  return { kind: 'user', ...session, userId, role, email, firstName, lastName, mustChangePassword, mustSetUpFactor }
}

/**
 * Returns by session id the role of those sessions that are open at `now` (epoch ms) and may be used; the role of a display is
 * `kiosk`. Left out are sessions that ended, of removed members, revoked displays or suspended companies, and sessions whose
 * person must first change the password or set up a second factor.
 */
export const stillOpenSessions = databaseRead<
  { sessionId: number; role: Role | 'kiosk' },
  Map<number, Role | 'kiosk'>,
  [sessionIds: readonly number[], now: number]
>(
  'directory_sessions_standing',
  `select session_id as "sessionId", case when s.kiosk_id is null then role else 'kiosk' end as role
    from session s
    join company c on c.company_id = s.company_id and c.suspended_at is null
    left join app_user u on u.user_id = s.user_id
    left join membership m on m.company_id = s.company_id and m.user_id = s.user_id
    left join kiosk k on k.kiosk_id = s.kiosk_id and k.revoked_at is null
    where session_id = any($1::bigint[]) and ended_at is null and expires_at > $2
      and (k.kiosk_id is not null or m.user_id is not null and not u.must_change_password and not ${mustSetUp('c', 'm')})`,
  (rows) => new Map(rows.map((row) => [row.sessionId, row.role])),
)

export interface NewSession {
  readonly tokenHash: Buffer
  /** Person or kiosk display that the session belongs to. */
  readonly of: { readonly userId: number } | { readonly kioskId: number }
  readonly companyId: number
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
  readonly ip: string | null
  readonly userAgent: string | null
}

const insert = {
  name: 'directory_session_insert',
  text: `insert into session (token_hash, user_id, kiosk_id, company_id, created_at, last_used_at, expires_at, ip, user_agent)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning session_id as "sessionId"`,
}

/** Adds a session, in the caller's transaction, and returns its id. Writes no audit entry; the caller does. */
export async function insertSession(tx: Tx, session: NewSession): Promise<number> {
  const { tokenHash, of: holder, companyId, createdAt, lastUsedAt, expiresAt, ip, userAgent } = session
  const [userId, kioskId] = 'userId' in holder ? [holder.userId, null] : [null, holder.kioskId]
  const values = [tokenHash, userId, kioskId, companyId, createdAt, lastUsedAt, expiresAt, ip, userAgent]
  const [row] = await tx.prepared<{ sessionId: number }>(insert, values)
  if (!row) throw new Error('A session was not stored')
  return row.sessionId
}

/**
 * Returns true if a session is neither ended nor expired at `now` (epoch ms), else false. If true, the session cannot be ended by
 * others until the transaction ends.
 */
export const holdSession = directoryHas<[sessionId: number, now: number]>(
  'directory_session_hold',
  'select session_id from session where session_id = $1 and ended_at is null and expires_at > $2 for share',
)

/**
 * Stores the last use of a session (epoch ms) and extends it to `expiresAt`; later stored values stay. Does nothing for an ended
 * session.
 */
export const touchSession = databaseRun<[sessionId: number, at: number, expiresAt: number]>(
  'directory_session_touch',
  `update session set last_used_at = greatest(last_used_at, $2), expires_at = greatest(expires_at, $3)
    where session_id = $1 and ended_at is null`,
)

export interface OwnSession {
  readonly sessionId: number
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly expiresAt: number
  readonly ip: string | null
  readonly userAgent: string | null
  readonly companyName: string
}

/**
 * Returns the open sessions of a person at `now` (epoch ms) in all companies of which the person is a member, the last used
 * first.
 */
export const listSessionsOfUser = directoryRows<OwnSession, [userId: number, now: number]>(
  'directory_sessions_of_user',
  `select session_id as "sessionId", s.created_at as "createdAt", last_used_at as "lastUsedAt",
      expires_at as "expiresAt", ip, user_agent as "userAgent", c.name as "companyName"
    from session s join company c using (company_id) join membership m using (company_id, user_id)
    where user_id = $1 and ended_at is null and expires_at > $2
    order by last_used_at desc, session_id desc`,
)

/**
 * Ends a session at `at` (epoch ms), in the caller's transaction; an ended session keeps its end. Caches of tokens refuse the
 * session within a second.
 */
export const endSession = directoryRun<[sessionId: number, at: number]>(
  'directory_session_end',
  'update session set ended_at = $2 where session_id = $1 and ended_at is null',
)

/** Ends a session of this person at `at` (epoch ms) and returns true; returns false if the person has no such open session. */
export const endSessionOfUser = directoryHas<[sessionId: number, userId: number, at: number]>(
  'directory_session_end_own',
  `update session set ended_at = $3 where session_id = $1 and user_id = $2 and ended_at is null and expires_at > $3
    returning session_id`,
)

// Waits for sessions that open now, and makes others wait: `openPersonSession` shares this lock.
const lockMemberships = {
  name: 'directory_session_lock_memberships',
  text: 'select from membership where user_id = $1 order by company_id for no key update',
}
const endAll = {
  name: 'directory_session_end_all',
  text: `update session set ended_at = $2 where user_id = $1 and ended_at is null and session_id is distinct from $3
    returning expires_at > $2 as "stood"`,
}

/**
 * Ends all sessions of a person in all companies at `at` (epoch ms), except the one with the id `except`; returns the number of
 * those that were open.
 */
export async function endSessionsOfUser(tx: Tx, userId: number, at: number, except?: number): Promise<number> {
  await tx.prepared(lockMemberships, [userId])
  const ended = await tx.prepared<{ stood: boolean }>(endAll, [userId, at, except ?? null])
  return ended.filter((session) => session.stood).length
}

const lockMembership = {
  name: 'directory_session_lock_membership',
  text: 'select from membership where company_id = $1 and user_id = $2 for no key update',
}
const endInCompany = {
  name: 'directory_session_end_of_member',
  text: 'update session set ended_at = $3 where company_id = $1 and user_id = $2 and ended_at is null',
}

/** Ends the sessions of a person in one company at `at` (epoch ms); those in other companies stay open. */
export async function endSessionsOfMember(tx: Tx, companyId: number, userId: number, at: number): Promise<void> {
  await tx.prepared(lockMembership, [companyId, userId])
  await tx.prepared(endInCompany, [companyId, userId, at])
}

/** Ends the sessions of a kiosk display at `at` (epoch ms). The display is not revoked. */
export const endSessionsOfKiosk = directoryRun<[kioskId: number, at: number]>(
  'directory_session_end_of_kiosk',
  'update session set ended_at = $2 where kiosk_id = $1 and ended_at is null',
)

/**
 * Ends the sessions of all people in a company at `at` (epoch ms). Sessions of kiosk displays stay; they are refused
 * while the company is suspended, and work again afterwards.
 */
export const endSessionsOfCompany = directoryRun<[companyId: number, at: number]>(
  'directory_session_end_of_company',
  'update session set ended_at = $2 where company_id = $1 and user_id is not null and ended_at is null',
)

/** Deletes the rows of sessions that ended or expired before `before` (epoch ms). */
export const deleteSessionsBefore = databaseRun<[before: number]>(
  'directory_session_purge',
  'delete from session where expires_at < $1 or ended_at < $1',
)
