import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'
import { companyRead } from '../../platform/db/statements.ts'
import { addToQuarantineBytes, lockQuarantineBytes } from './store-quarantine.ts'

/**
 * Numbers of rows removed for one device: all of them, those that its account counts as quarantined, and the bytes of the latter.
 */
interface Removed {
  readonly deviceId: number
  readonly removed: number
  readonly counted: number
  readonly bytes: number
}

const removedPerDevice = `select device_id, count(*)::int as removed, count(*) filter (where released_at is null)::int as counted,
    coalesce(sum(kept_bytes) filter (where released_at is null), 0)::bigint as bytes from gone group by device_id`

/**
 * Deletes junk and the records of released events that were received before an instant (epoch ms, exclusive), oldest first, at
 * most `limit`, and updates the accounts. Returns the number of deleted rows. Events that can still be released stay.
 */
export async function removeOldQuarantine(ctx: Ctx, before: number, limit: number): Promise<number> {
  const removed = await ctx.tx.prepared<Removed>(
    {
      name: 'ingest.remove_old_quarantine',
      text: `with old as materialized (
          select quarantine_id from quarantine where company_id = $1 and received_at < $2 and (released_at is not null or not releasable)
          order by received_at limit $3 for update skip locked
        ), gone as (
          delete from quarantine q using old where q.company_id = $1 and q.quarantine_id = old.quarantine_id
          returning q.device_id, q.kept_bytes, q.released_at
        ) ${removedPerDevice}`,
    },
    [ctx.companyId, before, limit],
  )
  return discard(ctx, removed)
}

/**
 * Deletes the oldest junk of a device (null: of the whole company) until at least `bytes` bytes are freed, at most `limit`
 * entries, and updates the accounts. Returns the number of deleted entries.
 */
export async function removeJunk(ctx: Ctx, deviceId: number | null, bytes: number, limit: number): Promise<number> {
  const removed = await ctx.tx.prepared<Removed>(
    {
      name: 'ingest.remove_junk',
      text: `with oldest as materialized (
          select quarantine_id, kept_bytes from quarantine where company_id = $1 and ($2::bigint is null or device_id = $2)
            and released_at is null and not releasable order by quarantine_id limit $4 for update skip locked
        ), chosen as (
          select quarantine_id, sum(kept_bytes) over (order by quarantine_id) - kept_bytes as before from oldest
        ), gone as (
          delete from quarantine q using chosen where q.company_id = $1 and q.quarantine_id = chosen.quarantine_id and before < $3
          returning q.device_id, q.kept_bytes, q.released_at
        ) ${removedPerDevice}`,
    },
    [ctx.companyId, deviceId, bytes, limit],
  )
  return discard(ctx, removed)
}

/** Returns the devices with more than `most` bytes of junk in quarantine, with these bytes, in the order of device ids. */
export const devicesWithJunkOver = companyRead<
  { deviceId: number; junkBytes: number },
  { readonly deviceId: number; readonly junk: number }[],
  [most: number]
>(
  'ingest.devices_with_junk_over',
  'select device_id, junk_bytes from device_tally where company_id = $1 and junk_bytes > $2 order by device_id',
  (rows) => rows.map((row) => ({ deviceId: row.deviceId, junk: row.junkBytes })),
)

/**
 * Subtracts the bytes of removed rows from the accounts of devices and company, and adds the counted rows to the discarded ones
 * of the devices. Returns the number of all removed rows.
 */
async function discard(ctx: Ctx, removed: readonly Removed[]): Promise<number> {
  if (removed.length === 0) return 0
  await lockQuarantineBytes(
    ctx,
    removed.map((row) => row.deviceId),
  )
  await ctx.tx.prepared(
    {
      name: 'ingest.count_discarded',
      text: `update device_tally t set discarded = t.discarded + gone.counted, junk_bytes = t.junk_bytes - gone.bytes
        from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as gone (device_id, counted, bytes)
        where t.company_id = $1 and t.device_id = gone.device_id`,
    },
    [
      ctx.companyId,
      numberArray(removed.map((row) => row.deviceId)),
      numberArray(removed.map((row) => row.counted)),
      numberArray(removed.map((row) => row.bytes)),
    ],
  )
  const bytes = removed.reduce((sum, row) => sum + row.bytes, 0)
  // Removing bytes needs no quota.
  await addToQuarantineBytes(ctx, { junk: -bytes, held: 0 }, { junk: 0, held: 0 })
  return removed.reduce((sum, row) => sum + row.removed, 0)
}
