import { byteaArray } from '../../platform/db/arrays.ts'
import type { Database } from '../../platform/db/index.ts'
import {
  databaseHas,
  databaseRead,
  directoryHas,
  directoryRow,
  directoryRows,
  directoryRun,
} from '../../platform/db/statements.ts'
import type { Tx } from '../../platform/tx.ts'

const hasApp = (user: string): string =>
  `exists (select from second_factor where second_factor.user_id = ${user} and confirmed_at is not null)`
const hasPasskey = (user: string): string => `exists (select from passkey where passkey.user_id = ${user})`

/**
 * Returns the SQL condition that the person `user` has a second factor in use: an app that a code has confirmed, or a passkey.
 */
export const hasFactor = (user: string): string => `(${hasApp(user)} or ${hasPasskey(user)})`

/**
 * Returns the SQL condition that a member must set up a second factor first, for a query of `company` and `membership` under the
 * given names: the company requires one of the member's role, and the person has none.
 */
export const mustSetUp = (company: string, membership: string): string =>
  `(${company}.second_factor_required and ${membership}.role <> 'user' and not ${hasFactor(`${membership}.user_id`)})`

export interface StoredFactor {
  /** Secret of the app, encrypted. */
  readonly secret: Buffer
  readonly createdAt: number
  /** Instant at which a code confirmed the app (epoch ms); null: none did yet. */
  readonly confirmedAt: number | null
  readonly lastStep: number
}

/** Locks the app of a person until the transaction ends and returns it, confirmed or not; undefined if there is none. */
export const holdFactor = directoryRow<StoredFactor, [userId: number]>(
  'directory_second_factor_hold',
  `select secret, created_at as "createdAt", confirmed_at as "confirmedAt", last_step as "lastStep"
    from second_factor where user_id = $1 for update`,
)

/** Returns true if the person has a confirmed app or a passkey. */
export const isFactorOn = directoryHas<[userId: number]>(
  'directory_second_factor_is_on',
  `select where ${hasFactor('$1::bigint')}`,
)

/**
 * Returns true if the person has an app that a code has confirmed, or a passkey. Reads it in a transaction of its own.
 */
export const hasSecondFactor = databaseHas<[userId: number]>(
  'directory_second_factor_has',
  `select where ${hasFactor('$1::bigint')}`,
)

/** Kinds of second factors that a person has in use; `app` is true only for a confirmed one. */
export interface FactorKinds {
  readonly app: boolean
  readonly passkey: boolean
}

/** Returns the kinds of second factors that a person has in use: a confirmed app, a passkey. */
export const factorKinds = databaseRead<FactorKinds, FactorKinds, [userId: number]>(
  'directory_second_factor_kinds',
  `select ${hasApp('$1::bigint')} as app, ${hasPasskey('$1::bigint')} as passkey`,
  ([kinds]) => kinds ?? { app: false, passkey: false },
)

/** Runs `work` on second factors, which belong to people of any company, in a transaction of its own, and returns its result. */
export const onFactors = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> => database.inDirectory(work)

/**
 * Stores a new secret of an app, not confirmed, in place of an earlier one, and returns true. Returns false, and stores nothing,
 * if the person's app is confirmed.
 */
export const putSecret = directoryHas<[userId: number, secret: Buffer, createdAt: number]>(
  'directory_second_factor_put',
  `insert into second_factor (user_id, secret, created_at) values ($1, $2, $3)
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
      where second_factor.confirmed_at is null
    returning user_id`,
)

export const confirmFactor = directoryRun<[userId: number, at: number]>(
  'directory_second_factor_confirm',
  'update second_factor set confirmed_at = $2 where user_id = $1',
)

/** Stores the time step of the last accepted code, so that no code of this step or before is accepted again. */
export const noteStep = directoryRun<[userId: number, step: number]>(
  'directory_second_factor_note_step',
  'update second_factor set last_step = $2 where user_id = $1',
)

/** Deletes the confirmed app of a person and returns true; returns false if there was none. Recovery codes stay. */
export const deleteApp = directoryHas<[userId: number]>(
  'directory_second_factor_delete',
  'delete from second_factor where user_id = $1 and confirmed_at is not null returning user_id',
)

/** Deletes the secret of a person's app that no code has confirmed; does nothing for a confirmed app. */
export const forgetUnconfirmed = directoryRun<[userId: number]>(
  'directory_second_factor_forget_unconfirmed',
  'delete from second_factor where user_id = $1 and confirmed_at is null',
)

/** Deletes app, passkeys and recovery codes of a person; returns true if there was a confirmed app or a passkey, else false. */
export const deleteFactors = directoryHas<[userId: number]>(
  'directory_second_factor_delete_all',
  `with app as (delete from second_factor where user_id = $1 returning confirmed_at),
      keys as (delete from passkey where user_id = $1 returning passkey_id),
      codes as (delete from recovery_code where user_id = $1)
    select from app where confirmed_at is not null union all select from keys`,
)

export const forgetRecoveryCodes = directoryRun<[userId: number]>(
  'directory_recovery_code_forget',
  'delete from recovery_code where user_id = $1',
)
const addCodes = {
  name: 'directory_recovery_code_add',
  text: 'insert into recovery_code (user_id, code_hash) select $1, hash from unnest($2::bytea[]) as h (hash)',
}

/** Replaces all recovery codes of a person by those with these hashes. */
export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await forgetRecoveryCodes(tx, userId)
  await tx.prepared(addCodes, [userId, byteaArray(hashes)])
}

/** Uses a recovery code up at `at` (epoch ms) and returns true; returns false if the person has no such code, or has used it. */
export const takeRecoveryCode = directoryHas<[userId: number, codeHash: Buffer, at: number]>(
  'directory_recovery_code_take',
  `update recovery_code set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning user_id`,
)

export interface FactorState {
  /** Instant at which the app was confirmed (epoch ms); null: there is no confirmed app. */
  readonly confirmedAt: number | null
  readonly codesLeft: number
}

/**
 * Returns the state of a person's second factor: when the app was confirmed, and the number of unused recovery codes. Undefined
 * without a confirmed app or passkey.
 */
export const factorState = directoryRow<FactorState, [userId: number]>(
  'directory_second_factor_state',
  `select (select confirmed_at from second_factor where user_id = $1) as "confirmedAt",
      (select count(*) from recovery_code where user_id = $1 and used_at is null)::int as "codesLeft"
    where ${hasFactor('$1')}`,
)

/**
 * Returns true if the company requires a second factor of this member, by the member's role; false for a person who is no member.
 */
export const isFactorRequired = directoryHas<[companyId: number, userId: number]>(
  'directory_second_factor_required',
  `select from membership join company using (company_id)
    where company_id = $1 and user_id = $2 and second_factor_required and role <> 'user'`,
)

/** Returns true if the person is a member of a company other than this one, or invited by one. */
export const isInOtherCompany = directoryHas<[companyId: number, userId: number]>(
  'directory_second_factor_shared',
  `select from membership where user_id = $2 and company_id <> $1
    union all select from invitation where user_id = $2 and company_id <> $1`,
)

/**
 * Locks the encrypted secrets of all apps, confirmed or not, until the transaction ends, and returns them in the order of the
 * user ids.
 */
export const holdSecrets = directoryRows<{ userId: number; secret: Buffer }>(
  'directory_second_factor_hold_all',
  'select user_id as "userId", secret from second_factor order by user_id for update',
)

export const replaceSecret = directoryRun<[userId: number, secret: Buffer]>(
  'directory_second_factor_replace_secret',
  'update second_factor set secret = $2 where user_id = $1',
)

const holdRequirement = {
  name: 'directory_company_factor_hold',
  text: 'select second_factor_required as "isRequired" from company where company_id = $1 for no key update',
}
const writeRequirement = {
  name: 'directory_company_factor_write',
  text: 'update company set second_factor_required = $2 where company_id = $1',
}

/**
 * Stores if the company requires a second factor of its admins and superusers; returns the value before, false for an unknown
 * company.
 */
export async function requireFactor(tx: Tx, companyId: number, isRequired: boolean): Promise<boolean> {
  const [row] = await tx.prepared<{ isRequired: boolean }>(holdRequirement, [companyId])
  await tx.prepared(writeRequirement, [companyId, isRequired])
  return row?.isRequired ?? false
}
