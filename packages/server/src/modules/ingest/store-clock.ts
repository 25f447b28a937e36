import type { Ctx } from '../../platform/ctx.ts'
import { numberArray, textArray } from '../../platform/db/arrays.ts'
import { companyRun } from '../../platform/db/statements.ts'
import type { ReleasedEvent } from './store.ts'
import { addToQuarantineBytes } from './store-quarantine.ts'

const waiting = `company_id = $1 and device_id = $2 and reason = 'clock_reset' and released_at is null and discarded_at is null
  and release_at is null`

/**
 * Removes the mark that a device's clock fell back, and so locks the device's account until the transaction ends. Does
 * nothing for a device without an account.
 */
export const clearClockReset = companyRun<[deviceId: number]>(
  'ingest.clear_clock_reset',
  'update device_tally set clock_reset_at = null where company_id = $1 and device_id = $2',
)

/**
 * Schedules the release, for now, of all events of a device that are held because its clock fell back and have no release yet.
 * Returns their number, 0 for none.
 */
export async function releaseClockResets(ctx: Ctx, deviceId: number): Promise<number> {
  const [row] = await ctx.tx.prepared<{ events: number }>(
    {
      name: 'ingest.release_clock_resets',
      text: `with released as (update quarantine set release_at = $3 where ${waiting} returning 1)
        select count(*)::int as events from released`,
    },
    [ctx.companyId, deviceId, ctx.clock.now()],
  )
  return row?.events ?? 0
}

/**
 * Marks all events of a device that are held because its clock fell back and have no release yet as discarded, and moves their
 * bytes from the held ones to the junk. They can never be released; retention deletes them. Returns their number, 0 for none.
 */
export async function discardClockResets(ctx: Ctx, deviceId: number): Promise<number> {
  const [row] = await ctx.tx.prepared<{ events: number; bytes: number }>(
    {
      name: 'ingest.discard_clock_resets',
      text: `with discarded as (update quarantine set discarded_at = $3, releasable = false where ${waiting} returning kept_bytes),
          freed as (select count(*)::int as events, coalesce(sum(kept_bytes), 0)::bigint as bytes from discarded),
          moved as (update device_tally set held_bytes = held_bytes - freed.bytes, junk_bytes = junk_bytes + freed.bytes
            from freed where company_id = $1 and device_id = $2)
        select events, bytes from freed`,
    },
    [ctx.companyId, deviceId, ctx.clock.now()],
  )
  if (row === undefined || row.events === 0) return 0
  await addToQuarantineBytes(ctx, { junk: row.bytes, held: -row.bytes }, NO_QUOTA)
  return row.events
}

/** Quotas without a limit, as bytes are only moved or events are in quarantine already. */
const NO_QUOTA = { junk: Number.MAX_SAFE_INTEGER, held: Number.MAX_SAFE_INTEGER }

/**
 * Puts events whose release failed back into quarantine, in the transaction that took them out. Afterwards only a person can
 * release them.
 */
export async function putBack(ctx: Ctx, entries: readonly ReleasedEvent[]): Promise<void> {
  if (entries.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'ingest.put_back',
      text: `update quarantine q set released_at = null, release_at = null, raw = e.raw, kept_bytes = e.kept_bytes
        from unnest($2::bigint[], $3::text[], $4::int[]) as e (quarantine_id, raw, kept_bytes)
        where q.company_id = $1 and q.quarantine_id = e.quarantine_id`,
    },
    [
      ctx.companyId,
      numberArray(entries.map((entry) => entry.quarantineId)),
      textArray(entries.map((entry) => entry.raw)),
      numberArray(entries.map((entry) => entry.keptBytes)),
    ],
  )
}
