import type { Database } from '../../platform/db/index.ts'
import { databaseHas, databaseRow, directoryRow } from '../../platform/db/statements.ts'

interface NewPairing {
  readonly codeHash: Buffer
  readonly secretHash: Buffer
  /** Keyed hash of the network of the browser. */
  readonly network: Buffer
  readonly ip: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** Greatest numbers of codes that are shown at a time. */
interface MostShown {
  readonly ofNetwork: number
  readonly inAll: number
}

const deleteExpired = { name: 'directory_pairing_purge', text: 'delete from kiosk_pairing where expires_at <= $1' }
/** Without it, codes that are stored at once would be counted before any of them is there. */
const lockShown = { name: 'directory_pairing_lock', text: 'select pg_advisory_xact_lock(727005, 0)' }
const countShown = {
  name: 'directory_pairing_count',
  text: `select count(*)::int as "inAll", count(*) filter (where network = $1)::int as "ofNetwork" from kiosk_pairing`,
}
/** Deletes the oldest waiting code of the network that shows most codes, if these are at least two more than `$1`. */
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
 * Stores a code that a browser shows, and deletes those that expired. When all browsers together show as many as may be, the
 * oldest code of the network with most of them gives way, so that some networks cannot keep out the others. Returns `full`,
 * and stores nothing, when the network shows as many as it may, or when no network shows at least two more than it; `taken`
 * when another browser shows this code.
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

/** Returns if the code of a secret waits or was typed, at `now` (epoch ms); undefined for one that is over or unknown. */
export const findPairing = databaseRow<{ readonly isPaired: boolean }, [secretHash: Buffer, now: number]>(
  'directory_pairing_read',
  `select paired_at is not null as "isPaired" from kiosk_pairing where secret_hash = $1 and expires_at > $2`,
)

const isWaiting = 'code_hash = $1 and paired_at is null and expires_at > $2'

/** Returns true if a browser shows this code at `now` (epoch ms), without using it up. */
export const isShown = databaseHas<[codeHash: Buffer, now: number]>(
  'directory_pairing_shown',
  `select from kiosk_pairing where ${isWaiting}`,
)

/** Uses up a code that a browser shows, in the caller's transaction; undefined for one that is used, over or unknown. */
export const takePairing = directoryRow<
  { readonly secretHash: Buffer; readonly ip: string },
  [codeHash: Buffer, now: number]
>(
  'directory_pairing_take',
  `update kiosk_pairing set paired_at = $2 where ${isWaiting}
    returning secret_hash as "secretHash", ip`,
)
