import type { DateStyle } from '@millwatch/domain/time'
import type { Database, Tx } from '../../platform/db/index.ts'
import {
  databaseHas,
  databaseRow,
  databaseRun,
  directoryHas,
  directoryRead,
  directoryRow,
  directoryRun,
} from '../../platform/db/statements.ts'

export interface DirectoryUser extends DateStyle {
  readonly userId: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
  readonly mustChangePassword: boolean
  /** Time (epoch ms) at which the password was chosen, by the person or by somebody else. */
  readonly passwordChosenAt: number
  /** Default in the choice of companies after a sign-in that names none; null: the company of the oldest membership. */
  readonly defaultCompanyId: number | null
}

const columns = `user_id as "userId", email, first_name as "firstName", last_name as "lastName",
  password_hash as "passwordHash", must_change_password as "mustChangePassword", default_company_id as "defaultCompanyId",
  coalesce(password_changed_at, created_at) as "passwordChosenAt", locale, clock_hours as "clockHours"`

/**
 * Returns an e-mail address in stored form: trimmed, lower case, in Unicode's composed form. Does not check if it is an address.
 */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

const byEmail = { name: 'directory_user_by_email', text: `select ${columns} from app_user where email = $1` }

/** Returns the user with this e-mail address, in any case and with or without spaces around it; undefined when there is none. */
export async function findUserByEmail(database: Database, email: string): Promise<DirectoryUser | undefined> {
  const [user] = await database.inDirectory((tx) => tx.prepared<DirectoryUser>(byEmail, [normalEmail(email)]))
  return user
}

export const findUser = databaseRow<DirectoryUser, [userId: number]>(
  'directory_user_by_id',
  `select ${columns} from app_user where user_id = $1`,
)

/** Returns a person by id, in the transaction of the caller; undefined when there is none. */
export const findUserIn = directoryRow<DirectoryUser, [userId: number]>(
  'directory_user_by_id_in',
  `select ${columns} from app_user where user_id = $1`,
)

/** Locks a person until the transaction ends and returns the person's e-mail address; undefined when there is no such person. */
export const lockUser = directoryRead<{ email: string }, string | undefined, [userId: number]>(
  'directory_user_lock',
  'select email from app_user where user_id = $1 for update',
  ([user]) => user?.email,
)

export interface UserToAdd {
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

/**
 * Adds a user, with the e-mail address in stored form (`normalEmail`), and returns the id; undefined, and nothing is added, if
 * the address is taken. The user is a member of no company.
 */
export async function insertUser(tx: Tx, user: UserToAdd): Promise<number | undefined> {
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

/**
 * Stores that the person's address is proven since `at` (epoch ms), as the person read a mail there or the operator of the
 * installation vouches for it; an earlier instant stays.
 */
export const proveEmail = directoryRun<[userId: number, at: number]>(
  'directory_user_prove_email',
  'update app_user set email_proven_at = $2 where user_id = $1 and email_proven_at is null',
)

/** Returns true if the person's present e-mail address is proven; false also for an unknown person. */
export const isEmailProven = databaseHas<[userId: number]>(
  'directory_user_email_proven',
  'select from app_user where user_id = $1 and email_proven_at is not null',
)

/**
 * Sets a password hash on behalf of the operator of the installation, and if the password must be changed. Sessions stay open,
 * and the time at which the password was chosen (`passwordChosenAt`) is not changed.
 */
export const updatePassword = databaseRun<[userId: number, passwordHash: string, mustChangePassword: boolean]>(
  'directory_user_set_password',
  'update app_user set password_hash = $2, must_change_password = $3 where user_id = $1',
)

const replacePassword = {
  name: 'directory_user_replace_password',
  text: `update app_user set password_hash = $3, must_change_password = false, password_changed_at = $4
    where user_id = $1 and password_hash = $2 returning user_id`,
}

/**
 * Sets a new password, as its hash, if the stored hash is still `from`, and returns true; the person need not change it again.
 * Returns false, and changes nothing, if the stored hash is another one.
 */
export async function replacePasswordHash(
  tx: Tx,
  userId: number,
  hashes: { readonly from: string; readonly to: string },
  at: number,
): Promise<boolean> {
  return (await tx.prepared(replacePassword, [userId, hashes.from, hashes.to, at])).length > 0
}

/**
 * Returns true if this is still the person's password hash, else false. If true, the hash cannot be changed by others until the
 * transaction ends.
 */
export const holdPasswordHash = directoryHas<[userId: number, passwordHash: string]>(
  'directory_user_hold_password',
  'select user_id from app_user where user_id = $1 and password_hash = $2 for share',
)

/**
 * Replaces the hash of a password by a stronger hash of the same password and returns true. Returns false, and changes nothing,
 * if the stored hash is not `from` any more.
 */
export const renewPasswordHash = databaseHas<[userId: number, from: string, to: string]>(
  'directory_user_rehash',
  'update app_user set password_hash = $3 where user_id = $1 and password_hash = $2 returning user_id',
)
