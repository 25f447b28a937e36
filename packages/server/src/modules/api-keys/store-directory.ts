import type { NamedPerson, Role } from '@millwatch/domain/identity'
import type { Tx } from '../../platform/db/index.ts'
import { databaseRow, databaseRun, directoryRead, directoryRow, directoryRows } from '../../platform/db/statements.ts'

/**
 * API key that is valid: not revoked, not expired, its maker still a member, and the company not suspended. Instants
 * are epoch ms.
 */
export interface ValidApiKey {
  readonly apiKeyId: number
  readonly companyId: number
  /** Operations that the key may call; null: all that only read and are open to regular users. */
  readonly operations: readonly string[] | null
  /** Present role of the key's maker. */
  readonly role: Role
  readonly expiresAt: number
  readonly lastUsedAt: number | null
}

const columns = `api_key_id as "apiKeyId", api_key.company_id as "companyId", operations, role,
  api_key.expires_at as "expiresAt", last_used_at as "lastUsedAt"`
const valid = `from api_key
  join membership on membership.company_id = api_key.company_id and membership.user_id = api_key.created_by
  join company on company.company_id = api_key.company_id and company.suspended_at is null`

/** Returns the API key with this hash if it is valid at `now` (epoch ms); else undefined. */
export const findApiKey = databaseRow<ValidApiKey, [keyHash: Buffer, now: number]>(
  'directory_api_key_standing',
  `select ${columns} ${valid} where key_hash = $1 and revoked_at is null and expires_at > $2`,
)

/** Returns the API key of a company with this id if it is valid at `now` (epoch ms); else undefined. */
export const validApiKey = directoryRow<ValidApiKey, [companyId: number, apiKeyId: number, now: number]>(
  'directory_api_key_standing_by_id',
  `select ${columns} ${valid}
    where api_key.company_id = $1 and api_key_id = $2 and revoked_at is null and expires_at > $3`,
)

/** Stores `at` (epoch ms) as the last use of a key, unless a use less than `everyMs` before is stored. */
export const touchApiKey = databaseRun<[apiKeyId: number, at: number, everyMs: number]>(
  'directory_api_key_touch',
  `update api_key set last_used_at = $2
    where api_key_id = $1 and (last_used_at is null or last_used_at <= $2::bigint - $3::bigint)`,
)

export interface NewApiKey {
  readonly companyId: number
  readonly keyHash: Buffer
  readonly name: string
  readonly operations: readonly string[] | null
  readonly createdBy: number
  readonly createdAt: number
  readonly expiresAt: number
}

const insert = {
  name: 'directory_api_key_insert',
  text: `insert into api_key (company_id, key_hash, name, operations, created_by, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7) returning api_key_id as "apiKeyId"`,
}

/** Adds an API key, in the caller's transaction, and returns its id. Records no audit entry. */
export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<number> {
  const { companyId, keyHash, name, operations, createdBy, createdAt, expiresAt } = key
  const listed = operations === null ? null : [...operations]
  const values = [companyId, keyHash, name, listed, createdBy, createdAt, expiresAt]
  const [row] = await tx.prepared<{ apiKeyId: number }>(insert, values)
  if (!row) throw new Error('An API key was not stored')
  return row.apiKeyId
}

/** API key of a company, revoked or expired too, without the secret. Instants are epoch ms. */
export interface ListedApiKey {
  readonly apiKeyId: number
  readonly name: string
  readonly operations: readonly string[] | null
  readonly createdAt: number
  /** Person who made the key; null: not known. */
  readonly createdBy: NamedPerson | null
  /** True if the key's maker is no longer a member. */
  readonly isOrphaned: boolean
  readonly expiresAt: number
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
}

const maker = `case when maker.user_id is not null then
    json_build_object('firstName', maker.first_name, 'lastName', maker.last_name, 'email', maker.email) end`

/** Returns all API keys of a company, revoked and expired ones too, the newest first. */
export const listApiKeys = directoryRows<ListedApiKey, [companyId: number]>(
  'directory_api_keys',
  `select api_key_id as "apiKeyId", name, operations, api_key.created_at as "createdAt",
      ${maker} as "createdBy", membership.user_id is null as "isOrphaned",
      expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
    from api_key
    left join app_user as maker on maker.user_id = api_key.created_by
    left join membership on membership.company_id = api_key.company_id and membership.user_id = api_key.created_by
    where api_key.company_id = $1 order by api_key_id desc`,
)

/**
 * Revokes an API key of a company at `at` (epoch ms) and returns true. Returns false, and changes nothing, if it was revoked
 * before; undefined if there is no such key.
 */
export const revokeApiKey = directoryRead<
  { isNew: boolean },
  boolean | undefined,
  [companyId: number, apiKeyId: number, at: number]
>(
  'directory_api_key_revoke',
  `update api_key set revoked_at = coalesce(revoked_at, $3) where company_id = $1 and api_key_id = $2
    returning revoked_at = $3 as "isNew"`,
  ([row]) => row?.isNew,
)
