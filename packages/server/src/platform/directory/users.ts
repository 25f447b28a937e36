import type { Database, Tx } from '../db/index.ts'

export interface DirectoryUser {
  readonly userId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
  readonly mustChangePassword: boolean
}

const columns = `user_id as "userId", email, first_name as "firstName", last_name as "lastName",
  password_hash as "passwordHash", must_change_password as "mustChangePassword"`

/** The one spelling under which an e-mail is kept and looked up. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

const byEmail = { name: 'directory_user_by_email', text: `select ${columns} from app_user where email = $1` }

/** The user with this e-mail, in whatever case it is written. */
export async function findUserByEmail(database: Database, email: string): Promise<DirectoryUser | undefined> {
  const [user] = await database.inDirectory((tx) => tx.prepared<DirectoryUser>(byEmail, [normalEmail(email)]))
  return user
}

export interface NewUser {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
  readonly mustChangePassword: boolean
  readonly createdAt: number
}

const insert = {
  name: 'directory_user_insert',
  text: `insert into app_user (email, first_name, last_name, password_hash, must_change_password, created_at)
    values ($1, $2, $3, $4, $5, $6) on conflict (email) do nothing returning user_id as "userId"`,
}

/** Adds a user; undefined when the e-mail is taken, and then nothing was changed. */
export async function insertUser(tx: Tx, user: NewUser): Promise<number | undefined> {
  const [row] = await tx.prepared<{ userId: number }>(insert, [
    normalEmail(user.email),
    user.firstName,
    user.lastName,
    user.passwordHash,
    user.mustChangePassword,
    user.createdAt,
  ])
  return row?.userId
}

const setPassword = {
  name: 'directory_user_set_password',
  text: 'update app_user set password_hash = $2, must_change_password = $3 where user_id = $1',
}

export async function updatePassword(
  database: Database,
  userId: number,
  passwordHash: string,
  mustChangePassword: boolean,
): Promise<void> {
  await database.inDirectory((tx) => tx.prepared(setPassword, [userId, passwordHash, mustChangePassword]))
}
