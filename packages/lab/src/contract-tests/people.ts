import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '@millwatch/domain/identity'
import { createCompany, createUser, hashSecret } from '@millwatch/server/modules/identity/index'
import { type InjectApp, password } from '../app/inject-app.ts'

/** Member of a company with a token of an open session. */
export interface TestPerson {
  readonly userId: number
  readonly companyId: number
  readonly role: Role
  readonly email: string
  readonly token: string
}

type Test = Pick<InjectApp, 'db' | 'app' | 'clock'>

const roles: readonly Role[] = ['user', 'admin', 'superuser']

const newToken = () => randomBytes(32).toString('base64url')

/**
 * Inserts a session without a sign-in, which would take the time to hash a password, and returns its token and id. `endsAt` is in
 * epoch ms; without it the session ends in 24 h.
 */
export async function mintSession(
  { db, app, clock }: Test,
  holder: { userId?: number; kioskId?: number; companyId: number },
  endsAt = clock.now() + 86_400_000,
): Promise<{ token: string; sessionId: number }> {
  const token = newToken()
  const { rows } = await db.owner.query<{ id: number }>(
    `insert into session (token_hash, user_id, kiosk_id, company_id, created_at, last_used_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6) returning session_id::float8 as id`,
    [
      hashSecret(app.signingKey, token),
      holder.userId ?? null,
      holder.kioskId ?? null,
      holder.companyId,
      clock.now(),
      endsAt,
    ],
  )
  return { token, sessionId: rows[0]?.id ?? 0 }
}

/** Inserts a one-time code for a password reset, valid for 1 h, and returns it. The database keeps only its hash. */
export async function mintReset({ db, app, clock }: Test, userId: number): Promise<string> {
  const token = newToken()
  await db.owner.query(
    `insert into one_time_code (code_hash, kind, user_id, created_at, expires_at) values ($1, 'reset', $2, $3, $4)`,
    [hashSecret(app.signingKey, token), userId, clock.now(), clock.now() + 3_600_000],
  )
  return token
}

/** Promise of the hash of the password of all tests, by database, so that it is read once and used for all people. */
const hashed = new WeakMap<object, Promise<string>>()

async function passwordHash({ db }: Test): Promise<string> {
  const hash = hashed.get(db) ?? db.owner.query('select password_hash from app_user limit 1').then(hashIn)
  hashed.set(db, hash)
  return hash
}
const hashIn = ({ rows }: { rows: { password_hash: string }[] }): string => rows[0]?.password_hash ?? ''

/**
 * Inserts a person with a random address and the password of all tests, adds the person to a company with a role, and opens a
 * session. With `mustChange` the person must change the password first.
 */
export async function mintPerson(
  t: Test,
  companyId: number,
  role: Role,
  { name = 'minted', mustChange = false } = {},
): Promise<TestPerson> {
  const email = `${name.toLowerCase()}.${randomUUID()}@minted.example`
  const { rows } = await t.db.owner.query<{ id: number }>(
    `insert into app_user (email, first_name, last_name, password_hash, must_change_password, created_at)
     values ($1, $2, $2, $3, $4, $5) returning user_id::float8 as id`,
    [email, name, await passwordHash(t), mustChange, t.clock.now()],
  )
  const userId = rows[0]?.id ?? 0
  await joinCompany(t, { companyId, userId }, role)
  return { userId, companyId, role, email, token: (await mintSession(t, { userId, companyId })).token }
}

export async function joinCompany(
  { db, clock }: Test,
  { companyId, userId }: { companyId: number; userId: number },
  role: Role,
): Promise<void> {
  const values = [companyId, userId, role, clock.now()]
  await db.owner.query('insert into membership (company_id, user_id, role, created_at) values ($1, $2, $3, $4)', values)
}

export type People = Readonly<Record<Role, TestPerson>>

/**
 * Creates a company in the time zone America/New_York with one person of each role, `user@NAME.example` and so on in lower case,
 * and signs each of them in with the password of all tests.
 */
export async function peopledCompany(
  t: InjectApp,
  name: string,
): Promise<{ companyId: number; rootOrgUnitId: number; people: People }> {
  const deps = { database: t.db.database, clock: t.clock }
  const company = await createCompany(deps, { name, timezone: 'America/New_York' })
  const { companyId, rootOrgUnitId } = company
  const entries = roles.map(async (role) => {
    const email = `${role}@${name.toLowerCase()}.example`
    const names = { firstName: `${role}-${name}`, lastName: name }
    const made = await createUser(deps, { companyId, email, ...names, password, role, mustChangePassword: false })
    return [role, { userId: made.userId, companyId, role, email, token: await t.signIn(email, companyId) }] as const
  })
  return { companyId, rootOrgUnitId, people: Object.fromEntries(await Promise.all(entries)) as People }
}
