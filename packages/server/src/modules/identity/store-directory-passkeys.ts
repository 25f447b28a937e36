import { databaseRun, directoryHas, directoryRow, directoryRows, directoryRun } from '../../platform/db/statements.ts'

export interface StoredPasskey {
  readonly passkeyId: number
  readonly userId: number
  readonly name: string
  readonly credentialId: Buffer
  /** Public key in COSE form. */
  readonly publicKey: Buffer
  readonly userHandle: Buffer
  readonly rpId: string
  /** Counter of signatures at the last use; 0: the passkey has no counter. */
  readonly counter: number
  readonly isSynced: boolean
  readonly transports: readonly string[]
  /** Instant at which it was added, epoch ms. */
  readonly createdAt: number
  /** Instant of its last use, epoch ms; null: it was never used. */
  readonly lastUsedAt: number | null
}

const columns = `passkey_id as "passkeyId", user_id as "userId", name, credential_id as "credentialId",
  public_key as "publicKey", user_handle as "userHandle", rp_id as "rpId", counter, is_synced as "isSynced", transports,
  created_at as "createdAt", last_used_at as "lastUsedAt"`

/** Returns the passkeys of a person, the oldest first. */
export const passkeysOf = directoryRows<StoredPasskey, [userId: number]>(
  'directory_passkeys_of',
  `select ${columns} from passkey where user_id = $1 order by passkey_id`,
)

/**
 * Locks the passkey with this credential id until the transaction ends and returns it, also if it is another person's; undefined
 * if there is none.
 */
export const holdPasskey = directoryRow<StoredPasskey, [credentialId: Buffer]>(
  'directory_passkey_hold',
  `select ${columns} from passkey where credential_id = $1 for update`,
)

type NewPasskey = [
  userId: number,
  name: string,
  credentialId: Buffer,
  publicKey: Buffer,
  userHandle: Buffer,
  rpId: string,
  counter: number,
  isSynced: boolean,
  transports: readonly string[],
  createdAt: number,
]

/** Adds a passkey and returns it; undefined, and nothing is added, if a passkey with this credential id exists. */
export const insertPasskey = directoryRow<StoredPasskey, NewPasskey>(
  'directory_passkey_insert',
  `insert into passkey (user_id, name, credential_id, public_key, user_handle, rp_id, counter, is_synced, transports, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10) on conflict (credential_id) do nothing returning ${columns}`,
)

/** Stores a use of a passkey at `at` (epoch ms), with its new counter. */
export const notePasskeyUse = directoryRun<[passkeyId: number, counter: number, isSynced: boolean, at: number]>(
  'directory_passkey_note_use',
  'update passkey set counter = $2, is_synced = $3, last_used_at = $4 where passkey_id = $1',
)

/** Renames a passkey of a person and returns it with its former name; undefined: the person has no such passkey. */
export const renamePasskey = directoryRow<
  StoredPasskey & { readonly former: string },
  [userId: number, passkeyId: number, name: string]
>(
  'directory_passkey_rename',
  `with former as (select name from passkey where user_id = $1 and passkey_id = $2 for update)
    update passkey set name = $3 where user_id = $1 and passkey_id = $2
      returning ${columns}, (select name from former) as former`,
)

/** Deletes a passkey of a person and returns it; undefined: the person has no such passkey. */
export const deletePasskey = directoryRow<StoredPasskey, [userId: number, passkeyId: number]>(
  'directory_passkey_delete',
  `delete from passkey where user_id = $1 and passkey_id = $2 returning ${columns}`,
)

/** Stores a challenge as used and returns true; returns false if it was stored before. */
export const insertChallenge = directoryHas<[hash: Buffer, expiresAt: number]>(
  'directory_challenge_use',
  'insert into used_challenge (challenge_hash, expires_at) values ($1, $2) on conflict do nothing returning challenge_hash',
)

/** Deletes used challenges that expired before `before` (epoch ms). */
export const deleteChallengesBefore = databaseRun<[before: number]>(
  'directory_challenge_purge',
  'delete from used_challenge where expires_at < $1',
)
