import type { Database } from '../../platform/db/index.ts'
import { databaseHas, databaseRow, directoryRow } from '../../platform/db/statements.ts'

interface NewPairing {
  readonly codeHash: Buffer
  readonly secretHash: Buffer
  /** Keyed hash of the network of the browser, by which its codes are counted. */
  readonly network: Buffer
  readonly ip: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** Most codes that may be shown at a time, by one network and by all networks together. */
interface MostShown {
  readonly ofNetwork: number
  readonly inAll: number
}

const deleteExpired = { name: 'directory_pairing_purge', text: 'delete from kiosk_pairing where expires_at <= $1' }
/**
 * Statement that lets only one transaction at a time count and store codes, so that no two of them exceed the limits together.
 */
const lockShown = { name: 'directory_pairing_lock', text: 'select pg_advisory_xact_lock(727005, 0)' }
const countShown = {
  name: 'directory_pairing_count',
  text: `select count(*)::int as "inAll", count(*) filter (where network = $1)::int as "ofNetwork" from kiosk_pairing`,
}
/**
 * Statement that deletes the oldest waiting code of the network with most waiting codes, if these are at least two more than
 * `$1`.
 */
const giveWay = {
  name: 'directory_pairing_give_way',
  text: `delete from kiosk_pairing where code_hash = (
      select code_hash from kiosk_pairing where paired_at is null and network = (
        select network from kiosk_pairing where paired_at is null
        group by network having count(*) > $1::int + 1 order by count(*) desc, min(created_at) limit 1
      ) order by created_at, code_hash limit 1
    ) returning true as deleted`,
}
const insert = {
  name: 'directory_pairing_insert',
  text: `insert into kiosk_pairing (code_hash, secret_hash, network, ip, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning true as stored`,
}

/**
 * Stores a code and returns `stored`; `taken` if it exists, `full` if its network has `most.ofNetwork` codes. If all networks
 * have `most.inAll` together, deletes the oldest waiting code of the network with most waiting ones; `full` if no network has at
 * least two more waiting codes than this one has codes. Typed codes count until they expire. Always deletes expired codes of all
 * networks first; deletions are kept with every result.
 */
export async function insertPairing(
  database: Database,
  pairing: NewPairing,
  most: MostShown,
): Promise<'stored' | 'taken' | 'full'> {
  const { codeHash, secretHash, network, ip, createdAt, expiresAt } = pairing
  return database.inDirectory(async (tx) => {
    await tx.prepared(lockShown, [])
    await tx.prepared(deleteExpired, [createdAt])
    const [shown] = await tx.prepared<MostShown>(countShown, [network])
    if (!shown || shown.ofNetwork >= most.ofNetwork) return 'full'
    if (shown.inAll >= most.inAll && (await tx.prepared(giveWay, [shown.ofNetwork])).length === 0) return 'full'
    const [row] = await tx.prepared(insert, [codeHash, secretHash, network, ip, createdAt, expiresAt])
    return row === undefined ? 'taken' : 'stored'
  })
}

/**
 * Returns for the code of a secret if it was typed (`isPaired`) or still waits, at `now` (epoch ms); undefined for an expired or
 * unknown one.
 */
export const findPairing = databaseRow<{ readonly isPaired: boolean }, [secretHash: Buffer, now: number]>(
  'directory_pairing_read',
  `select paired_at is not null as "isPaired" from kiosk_pairing where secret_hash = $1 and expires_at > $2`,
)

const isWaiting = 'code_hash = $1 and paired_at is null and expires_at > $2'

/** Returns true if a browser shows this code at `now` (epoch ms) and it was not typed yet; does not use it up. */
export const isShown = databaseHas<[codeHash: Buffer, now: number]>(
  'directory_pairing_shown',
  `select from kiosk_pairing where ${isWaiting}`,
)

/**
 * Uses up a code that a browser shows, in the caller's transaction, and returns the hash of its secret and the browser's address;
 * undefined for a code that is used, expired or unknown.
 */
export const takePairing = directoryRow<
  { readonly secretHash: Buffer; readonly ip: string },
  [codeHash: Buffer, now: number]
>(
  'directory_pairing_take',
  `update kiosk_pairing set paired_at = $2 where ${isWaiting}
    returning secret_hash as "secretHash", ip`,
)
