import type { Ctx } from '../../platform/ctx.ts'
import { companyRead, companyRows } from '../../platform/db/statements.ts'
import { KIND, type StoredEvent } from './stored-event.ts'

/** Stored event as read from the database, with the id of its batch. */
export interface EventRow extends StoredEvent {
  readonly batchId: string
}

const columns = 'occurred_at, batch_id, position, kind, cycle_ms, number, temperature_1, analog_in_1, since, input'

/**
 * Returns the first `limit` events of a machine's primary devices at or after `from` (epoch ms), in order of time, and
 * all others at the last instant of these. `complete` is true when fewer than `limit` were found, so there are no later
 * ones.
 */
export async function primaryEventsFrom(
  ctx: Ctx,
  equipmentId: number,
  from: number,
  limit: number,
): Promise<{ rows: EventRow[]; complete: boolean }> {
  const rows = await ctx.tx.prepared<EventRow>(
    {
      name: 'ingest.primary_events_from',
      text: `select ${columns} from event where company_id = $1 and equipment_id = $2 and occurred_at >= $3 and is_primary
        order by occurred_at fetch first $4 rows with ties`,
    },
    [ctx.companyId, equipmentId, from, limit],
  )
  return { rows, complete: rows.length < limit }
}

/**
 * Returns the instant (epoch ms) of the `nth` last cycle (1: the last) of a machine's primary devices before `before` (epoch ms,
 * exclusive), of the cycles with a cycle time that the device sent; null if there are fewer.
 */
export async function timedCycleBefore(
  ctx: Ctx,
  equipmentId: number,
  before: number,
  nth: number,
): Promise<number | null> {
  const [row] = await ctx.tx.prepared<{ occurredAt: number }>(
    {
      name: 'ingest.cycle_with_time_before',
      text: `select occurred_at from event where company_id = $1 and equipment_id = $2 and occurred_at < $3 and is_primary
        and kind = ${KIND.cycle} and cycle_ms is not null order by occurred_at desc offset $4 limit 1`,
    },
    [ctx.companyId, equipmentId, before, nth - 1],
  )
  return row?.occurredAt ?? null
}

/**
 * Returns the pings of a machine's primary devices whose `since` lies in `[from, to)` (epoch ms), by `since`. A ping is evidence
 * for the time from `since` to its own time, which may be after the range.
 */
export const pingsBySince = companyRows<EventRow, [equipmentId: number, from: number, to: number]>(
  'ingest.pings_by_since',
  `select ${columns} from event where company_id = $1 and equipment_id = $2 and since >= $3 and since < $4 and is_primary
        and kind = ${KIND.ping} order by since`,
)

export interface DeviceAccount {
  readonly deviceId: number
  readonly received: number
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
  /** Number of quarantined events that are not in quarantine: it had no room for them, or retention deleted them. */
  readonly discarded: number
  readonly lastContactAt: number | null
  readonly clockSkewedAt: number | null
  readonly refusedReason: string | null
  readonly refusedAt: number | null
  readonly refusedSince: number | null
  readonly latestIp: string | null
  readonly firmware: string | null
  readonly clockSkewMs: number | null
  readonly clockSkewMeasuredAt: number | null
  /**
   * Number of events that wait because the device's clock fell back. `clockResetSince`: receipt (epoch ms) of the event that
   * showed it, also if that one was released while others wait; without such a mark, that of the first event that waits; null:
   * neither.
   */
  readonly clockResets: number
  readonly clockResetSince: number | null
}

/**
 * Returns the accounts of devices by device id; in an account received = accepted + duplicates + quarantined. Devices that never
 * sent a message have no entry.
 */
export const accountsOf = companyRead<DeviceAccount, Map<number, DeviceAccount>, [deviceIds: readonly number[]]>(
  'ingest.accounts_of',
  `select device_id, received, accepted, duplicates, quarantined, discarded, last_contact_at, clock_skewed_at, refused_reason,
          refused_at, refused_since, latest_ip, firmware, clock_skew_ms, clock_skew_measured_at,
          held.events as clock_resets, coalesce(t.clock_reset_at, held.since) as clock_reset_since
        from device_tally t cross join lateral (select count(*)::int as events, min(received_at) as since from quarantine q
          where q.company_id = t.company_id and q.device_id = t.device_id and q.reason = 'clock_reset'
            and q.released_at is null and q.discarded_at is null and q.release_at is null) held
        where t.company_id = $1 and t.device_id = any($2::bigint[])`,
  (rows) => new Map(rows.map((row) => [row.deviceId, row])),
)

/**
 * Entry of quarantine that is neither released nor discarded. `receivedAt` and `releaseAt` are epoch ms; `releaseAt` null: no
 * release is scheduled.
 */
export interface QuarantineRow {
  readonly quarantineId: number
  readonly deviceId: number
  readonly batchId: string | null
  readonly position: number | null
  readonly reason: string
  readonly raw: string
  readonly originalBytes: number
  readonly sha256: Buffer | null
  readonly receivedAt: number
  /** Time of the event (epoch ms); null: the text has no readable time. */
  readonly occurredAt: number | null
  readonly releaseAt: number | null
}

const quarantineColumns =
  'quarantine_id, device_id, batch_id, position, reason, raw, original_bytes, sha256, received_at, occurred_at, release_at'
const MOST_SHOWN = 100

/**
 * Returns the latest 100 entries of quarantine of these devices together, newest first; released and discarded ones are left out.
 */
export const quarantineOfDevices = companyRows<QuarantineRow, [deviceIds: readonly number[]]>(
  'ingest.quarantine_of_devices',
  `select ${quarantineColumns} from quarantine where company_id = $1 and device_id = any($2::bigint[])
        and released_at is null and discarded_at is null order by quarantine_id desc limit ${MOST_SHOWN}`,
)

/**
 * Returns an entry of quarantine and locks it until the transaction ends; null when there is none with this id, or it was
 * released or discarded.
 */
export const findQuarantined = companyRead<QuarantineRow, QuarantineRow | null, [quarantineId: number]>(
  'ingest.find_quarantined',
  `select ${quarantineColumns} from quarantine where company_id = $1 and quarantine_id = $2 and released_at is null
        and discarded_at is null for update`,
  ([row]) => row ?? null,
)
