import type { Ctx } from '../../platform/ctx.ts'
import { numberArray } from '../../platform/db/arrays.ts'

const waiting = `company_id = $1 and device_id = $2 and reason = 'clock_reset' and released_at is null and discarded_at is null
  and release_at is null`

/** Removes the mark of a device whose clock fell back, and holds its account until the transaction ends. */
export async function clearClockReset(ctx: Ctx, deviceId: number): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'ingest.clear_clock_reset',
      text: 'update device_tally set clock_reset_at = null where company_id = $1 and device_id = $2',
    },
    [ctx.companyId, deviceId],
  )
}

/** Sets all events of a device that wait because its clock fell back to be released now. Returns how many. */
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

/** Marks all events of a device that wait because its clock fell back as discarded. Returns how many. */
export async function discardClockResets(ctx: Ctx, deviceId: number): Promise<number> {
  const [row] = await ctx.tx.prepared<{ events: number }>(
    {
      name: 'ingest.discard_clock_resets',
      text: `with discarded as (update quarantine set discarded_at = $3 where ${waiting} returning 1)
        select count(*)::int as events from discarded`,
    },
    [ctx.companyId, deviceId, ctx.clock.now()],
  )
  return row?.events ?? 0
}

/** Puts events back that cannot be released after all, in the transaction that took them: they wait for a person. */
export async function putBack(ctx: Ctx, quarantineIds: readonly number[]): Promise<void> {
  if (quarantineIds.length === 0) return
  await ctx.tx.prepared(
    {
      name: 'ingest.put_back',
      text: `update quarantine set released_at = null, release_at = null
        where company_id = $1 and quarantine_id = any($2::bigint[])`,
    },
    [ctx.companyId, numberArray(quarantineIds)],
  )
}
