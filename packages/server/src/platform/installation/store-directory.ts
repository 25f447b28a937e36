import { randomBytes } from 'node:crypto'
import type { Database, Tx } from '../db/index.ts'
import { StartError } from '../start-error.ts'

const keyBytes = 32

const insert = {
  name: 'directory_installation_insert',
  text: 'insert into installation (name, value) values ($1, $2) on conflict (name) do nothing',
}
const read = { name: 'directory_installation_read', text: 'select value from installation where name = $1' }
const write = {
  name: 'directory_installation_write',
  text: `insert into installation (name, value) values ($1, $2)
    on conflict (name) do update set value = excluded.value`,
}

/** Returns the value stored under a name for the whole installation; undefined if there is none. Does not check its shape. */
export async function readInstallation<T extends object>(database: Database, name: string): Promise<T | undefined> {
  const [row] = await database.inDirectory((tx) => tx.prepared<{ value: T }>(read, [name]))
  return row?.value
}

export async function writeInstallation(database: Database, name: string, value: object): Promise<void> {
  await database.inDirectory((tx) => tx.prepared(write, [name, JSON.stringify(value)]))
}

/** Stores a value under a name for the whole installation, in the caller's transaction; replaces an earlier one. */
export async function noteInstallation(tx: Tx, name: string, value: object): Promise<void> {
  await tx.prepared(write, [name, JSON.stringify(value)])
}

const take = { name: 'directory_installation_take', text: 'delete from installation where name = $1 returning value' }

/**
 * Deletes the value stored under a name, in the caller's transaction, and returns it; undefined if there is none. If several
 * transactions call this at once, only one gets the value.
 */
export async function takeInstallation<T extends object>(tx: Tx, name: string): Promise<T | undefined> {
  const [row] = await tx.prepared<{ value: T }>(take, [name])
  return row?.value
}

/** Deletes the value that the installation has stored under a name; does nothing when there is none. */
export async function forgetInstallation(database: Database, name: string): Promise<void> {
  await database.inDirectory((tx) => takeInstallation(tx, name))
}

/**
 * Returns the secret of the installation with this name, 32 random bytes. Makes and stores it at the first call, so all servers
 * get the same one. Throws a start error if the stored secret is shorter.
 */
export async function installationSecret(database: Database, name: string): Promise<Buffer> {
  const candidate = { secret: randomBytes(keyBytes).toString('base64url') }
  const [row] = await database.inDirectory(async (tx) => {
    await tx.prepared(insert, [name, JSON.stringify(candidate)])
    return tx.prepared<{ value: { secret: string } }>(read, [name])
  })
  return secretIn(name, row)
}

function secretIn(name: string, row: { value: { secret: string } } | undefined): Buffer {
  if (!row) throw new Error('The secret of the installation is missing')
  const secret = Buffer.from(row.value.secret, 'base64url')
  if (secret.length < keyBytes)
    throw new StartError(`The secret "${name}" of this installation has less than ${keyBytes} bytes`)
  return secret
}

/**
 * Returns the secret with this name, as the caller's transaction sees it. Throws an error if no server has made it, and a start
 * error if it is too short.
 */
export async function installationSecretIn(tx: Tx, name: string): Promise<Buffer> {
  const [row] = await tx.prepared<{ value: { secret: string } }>(read, [name])
  return secretIn(name, row)
}

const share = {
  name: 'directory_installation_share',
  text: 'select value from installation where name = $1 for share',
}

/**
 * Returns the secret with this name and prevents its replacement until the transaction ends. Throws like `installationSecretIn`.
 */
export async function sharedSecret(tx: Tx, name: string): Promise<Buffer> {
  const [row] = await tx.prepared<{ value: { secret: string } }>(share, [name])
  return secretIn(name, row)
}

/**
 * Replaces the secret with this name by a new one, in the caller's transaction. Before, `change` gets the former and the new
 * secret and must encrypt anew the data that was encrypted with the former. Does nothing, and does not call `change`, if there is
 * no such secret.
 */
export async function replaceSecretOf(
  tx: Tx,
  name: string,
  change: (former: Buffer, next: Buffer) => Promise<void>,
): Promise<void> {
  const [row] = await tx.prepared<{ value: { secret: string } }>(hold, [name])
  if (!row) return
  const next = randomBytes(keyBytes)
  await change(secretIn(name, row), next)
  await noteInstallation(tx, name, { secret: next.toString('base64url') })
}

interface KeptKeys {
  readonly secret: string
  /** Earlier secrets, the latest first. */
  readonly previous?: readonly { readonly secret: string; readonly replacedAt: number }[]
}

const signing = 'signing'

/** Keys by which secrets of callers and devices are hashed before they are stored. */
export interface SigningKeys {
  readonly current: Buffer
  /** Secrets from before the rotations, the latest first; hashes made with them are still accepted. */
  readonly previous: readonly Buffer[]
}

export async function signingKeys(database: Database): Promise<SigningKeys> {
  const current = await installationSecret(database, signing)
  const kept = await readInstallation<KeptKeys>(database, signing)
  return { current, previous: (kept?.previous ?? []).map(({ secret }) => Buffer.from(secret, 'base64url')) }
}

const hold = {
  name: 'directory_installation_hold',
  text: 'select value from installation where name = $1 for update',
}

async function changeKeys(database: Database, change: (kept: KeptKeys) => KeptKeys): Promise<number> {
  await installationSecret(database, signing)
  return database.inDirectory(async (tx) => {
    const [row] = await tx.prepared<{ value: KeptKeys }>(hold, [signing])
    if (!row) throw new Error('The secret of the installation is missing')
    await noteInstallation(tx, signing, change(row.value))
    return row.value.previous?.length ?? 0
  })
}

/**
 * Replaces the signing key by a new one. The old one becomes the first of the previous keys, with `now` (epoch ms) as its end, so
 * that hashes made with it stay valid. A running server uses the new key after its next start.
 */
export async function rotateSigningKey(database: Database, now: number): Promise<void> {
  await changeKeys(database, ({ secret, previous = [] }) => ({
    secret: randomBytes(keyBytes).toString('base64url'),
    previous: [{ secret, replacedAt: now }, ...previous],
  }))
}

/**
 * Deletes all signing keys but the current one, so that hashes made with them are no longer valid. A running server accepts them
 * until its next start. Returns the number of deleted keys.
 */
export async function forgetPreviousKeys(database: Database): Promise<number> {
  return changeKeys(database, ({ secret }) => ({ secret }))
}
