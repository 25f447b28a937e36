import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRows, companyRun } from '../../platform/db/statements.ts'
import { readQuarantined } from './check-message.ts'
import { clearClockReset } from './store-clock.ts'

/** Most events that one call releases. */
export const MOST_RELEASED = 20_000

/** Choice of events in quarantine: with one reason, of these devices (null: all), received in `[from, to)` (epoch ms). */
export interface QuarantineChoice {
  readonly reason: string
  readonly deviceIds: readonly number[] | null
  readonly from: number
  readonly to: number
}

interface Waiting {
  readonly quarantineId: number
  readonly deviceId: number
  readonly position: number | null
  readonly raw: string
}

const waiting = companyRows<
  Waiting,
  [reason: string, deviceIds: readonly number[] | null, from: number, to: number, most: number]
>(
  'ingest.waiting_for_release',
  `select quarantine_id, device_id, position, raw from quarantine where company_id = $1 and reason = $2
     and ($3::bigint[] is null or device_id = any($3::bigint[])) and received_at >= $4 and received_at < $5
     and releasable and released_at is null and discarded_at is null and release_at is null
   order by quarantine_id limit $6 for update`,
)

const release = companyRun<[ids: readonly number[], releaseAts: readonly number[]]>(
  'ingest.release_many',
  `update quarantine q set release_at = r.release_at
   from unnest($2::bigint[], $3::bigint[]) as r (quarantine_id, release_at)
   where q.company_id = $1 and q.quarantine_id = r.quarantine_id`,
)

/**
 * Returns those of the devices without events that are held because their clock fell back and have no release yet, in no order.
 */
const withoutClockResets = companyRead<{ deviceId: number }, number[], [deviceIds: readonly number[]]>(
  'ingest.without_clock_resets',
  `select device_id from unnest($2::bigint[]) as d (device_id) where not exists (select from quarantine q
     where q.company_id = $1 and q.device_id = d.device_id and q.reason = 'clock_reset' and q.released_at is null
       and q.discarded_at is null and q.release_at is null)`,
  (rows) => rows.map((row) => row.deviceId),
)

/**
 * Removes the mark that its clock fell back from each of the devices that has no event left that is held for it and has no
 * release yet. Call it after a release of such events.
 */
export async function clearClockResets(ctx: Ctx, deviceIds: readonly number[]): Promise<void> {
  for (const deviceId of await withoutClockResets(ctx, deviceIds)) await clearClockReset(ctx, deviceId)
}

/**
 * Schedules the release of chosen events that can be released and have no release yet: for now, or for an event's own time if
 * that is later. Takes the oldest 20,000 at most; unreadable ones stay. Returns the number of events by device id, and `isMore`
 * true if there may be more than it took.
 */
export async function releaseWaiting(
  ctx: Ctx,
  { reason, deviceIds, from, to }: QuarantineChoice,
): Promise<{ released: Map<number, number>; isMore: boolean }> {
  const rows = await waiting(ctx, reason, deviceIds, from, to, MOST_RELEASED)
  const now = ctx.clock.now()
  const due = rows.flatMap(({ quarantineId, deviceId, position, raw }) => {
    const event = readQuarantined(raw, position ?? 0)
    return event === null ? [] : [{ quarantineId, deviceId, releaseAt: Math.max(event.occurredAt, now) }]
  })
  if (due.length > 0)
    await release(
      ctx,
      due.map((entry) => entry.quarantineId),
      due.map((entry) => entry.releaseAt),
    )
  const released = new Map<number, number>()
  for (const { deviceId } of due) released.set(deviceId, (released.get(deviceId) ?? 0) + 1)
  return { released, isMore: rows.length === MOST_RELEASED && due.length > 0 }
}
