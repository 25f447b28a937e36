import { CONTACT_LIMIT_MS } from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'
import { booleanArray, byteaArray, numberArray, textArray } from '../../platform/db/arrays.ts'
import { companyRun } from '../../platform/db/statements.ts'
import type { CheckedBatch, StoredEvent } from './stored-event.ts'

/**
 * Result of claiming a batch id: `new`, `duplicate` (the same content again), or `reused` (other content under an id used
 * before).
 */
export type BatchIdentity = 'new' | 'duplicate' | 'reused'

const insertBatches = {
  name: 'ingest.insert_batches',
  text: `insert into batch (company_id, device_id, batch_id, content_hash, event_count, received_at, sent_at)
    select $1::bigint, * from unnest($2::bigint[], $3::text[], $4::bytea[], $5::int[], $6::bigint[], $7::bigint[])
    on conflict do nothing returning device_id, batch_id`,
}
const selectHashes = {
  name: 'ingest.select_hashes',
  text: `select b.device_id, b.batch_id, b.content_hash from batch b
    join unnest($2::bigint[], $3::text[]) as asked (device_id, batch_id) using (device_id, batch_id) where b.company_id = $1`,
}

const keyOf = (batch: { deviceId: number; batchId: string }) => `${batch.deviceId}/${batch.batchId}`

/**
 * Stores the ids of new batches and returns the identity of each batch, in the given order. Of batches with the same id in one
 * call only the first can be new. Waits when another transaction is claiming the same id.
 */
export async function claimBatches(ctx: Ctx, batches: readonly CheckedBatch[]): Promise<BatchIdentity[]> {
  const first = new Map<string, CheckedBatch>()
  for (const batch of batches) if (!first.has(keyOf(batch))) first.set(keyOf(batch), batch)
  // Claim in one fixed order, so that two transactions with the same ids cannot deadlock.
  const claimed = [...first.values()].sort((a, b) => a.deviceId - b.deviceId || (a.batchId < b.batchId ? -1 : 1))
  const inserted = await ctx.tx.prepared<{ deviceId: number; batchId: string }>(insertBatches, [
    ctx.companyId,
    numberArray(claimed.map((b) => b.deviceId)),
    textArray(claimed.map((b) => b.batchId)),
    byteaArray(claimed.map((b) => b.contentHash)),
    numberArray(claimed.map((b) => b.eventCount)),
    numberArray(claimed.map((b) => b.receivedAt)),
    numberArray(claimed.map((b) => b.sentAt)),
  ])
  const fresh = new Set(inserted.map(keyOf))
  const hashes = await hashesOf(
    ctx,
    claimed.filter((batch) => !fresh.has(keyOf(batch))),
  )
  return batches.map((batch) => {
    const key = keyOf(batch)
    if (fresh.has(key) && first.get(key) === batch) return 'new'
    const storedHash = hashes.get(key) ?? first.get(key)?.contentHash
    return storedHash?.equals(batch.contentHash) ? 'duplicate' : 'reused'
  })
}

async function hashesOf(ctx: Ctx, batches: readonly CheckedBatch[]): Promise<Map<string, Buffer>> {
  if (batches.length === 0) return new Map()
  const rows = await ctx.tx.prepared<{ deviceId: number; batchId: string; contentHash: Buffer }>(selectHashes, [
    ctx.companyId,
    numberArray(batches.map((b) => b.deviceId)),
    textArray(batches.map((b) => b.batchId)),
  ])
  return new Map(rows.map((row) => [keyOf(row), row.contentHash]))
}

/** Event to store, with the machine that the assignments of its device give for the event's time (`equipmentId` 0: none). */
export interface PlacedEvent {
  readonly event: StoredEvent
  readonly deviceId: number
  readonly batchId: string
  readonly receivedAt: number
  readonly equipmentId: number
  readonly isPrimary: boolean
  /** Mark of a cycle: 0 none, 1 startup cycle, 2 outlier. */
  readonly mark: number
  /** Derived time (ms) of a cycle whose device sent no cycle time; null: none. */
  readonly derivedMs: number | null
}

const insertEventRows = {
  name: 'ingest.insert_events',
  text: `insert into event (company_id, equipment_id, occurred_at, device_id, batch_id, position, kind, is_primary, received_at,
      cycle_ms, number, temperature_1, analog_in_1, since, input, marks, derived_ms)
    select $1::bigint, * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::int[], $7::smallint[], $8::boolean[],
      $9::bigint[], $10::int[], $11::int[], $12::float8[], $13::float8[], $14::bigint[], $15::text[], $16::smallint[], $17::bigint[])`,
}

export async function insertEvents(ctx: Ctx, placed: readonly PlacedEvent[]): Promise<void> {
  if (placed.length === 0) return
  await ctx.tx.prepared(insertEventRows, [
    ctx.companyId,
    numberArray(placed.map((p) => p.equipmentId)),
    numberArray(placed.map((p) => p.event.occurredAt)),
    numberArray(placed.map((p) => p.deviceId)),
    textArray(placed.map((p) => p.batchId)),
    numberArray(placed.map((p) => p.event.position)),
    numberArray(placed.map((p) => p.event.kind)),
    booleanArray(placed.map((p) => p.isPrimary)),
    numberArray(placed.map((p) => p.receivedAt)),
    numberArray(placed.map((p) => p.event.cycleMs)),
    numberArray(placed.map((p) => p.event.number)),
    numberArray(placed.map((p) => p.event.temperature1)),
    numberArray(placed.map((p) => p.event.analogIn1)),
    numberArray(placed.map((p) => p.event.since)),
    textArray(placed.map((p) => p.event.input)),
    numberArray(placed.map((p) => p.mark)),
    numberArray(placed.map((p) => p.derivedMs)),
  ])
}

export interface ReleasedEvent {
  readonly quarantineId: number
  readonly deviceId: number
  readonly batchId: string
  readonly position: number
  readonly reason: string
  readonly raw: string
  readonly receivedAt: number
  readonly keptBytes: number
}

/**
 * Marks up to `limit` entries of quarantine that are due for release as released, clears their text and returns them as they
 * were, in no order. The caller stores their events in the same transaction. Entries that another server is releasing are left
 * out.
 */
export async function takeDueQuarantine(ctx: Ctx, limit: number): Promise<ReleasedEvent[]> {
  const rows = await ctx.tx.prepared<
    Record<'quarantineId' | 'deviceId' | 'position' | 'receivedAt' | 'keptBytes', number> &
      Record<'batchId' | 'reason' | 'raw', string>
  >(
    {
      name: 'ingest.take_due_quarantine',
      text: `with due as materialized (
          select quarantine_id, device_id, batch_id, position, reason, raw, received_at, kept_bytes from quarantine
          where company_id = $1 and release_at <= $2 and released_at is null order by quarantine_id limit $3 for update skip locked
        ), taken as (
          update quarantine q set released_at = $2, raw = '', kept_bytes = 0 from due
          where q.company_id = $1 and q.quarantine_id = due.quarantine_id
        )
        select * from due`,
    },
    [ctx.companyId, ctx.clock.now(), limit],
  )
  return rows
}

/**
 * Sets the instant at which an entry of quarantine is released (epoch ms); null: no release is scheduled, so only a person can
 * release it.
 */
export const setReleaseAt = companyRun<[quarantineId: number, releaseAt: number | null]>(
  'ingest.set_release_at',
  'update quarantine set release_at = $3 where company_id = $1 and quarantine_id = $2',
)

const upsertTallies = {
  name: 'ingest.upsert_tallies',
  text: `with given as (
      select * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
        $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[],
        $17::bigint[], $18::bigint[])
        as n (device_id, received, accepted, duplicates, quarantined, contact_at, clock_skewed_at, ip, firmware, first_contact_at,
          clock_skew_ms, clock_skew_measured_at, discarded, junk_bytes, held_bytes, live_at, clock_reset_at)
    ), gap as (
      insert into communication_gap (company_id, device_id, started_at, ended_at)
      select $1::bigint, known.device_id, known.last_contact_at, given.first_contact_at
        from given join device_tally known on known.company_id = $1 and known.device_id = given.device_id
        where given.first_contact_at - known.last_contact_at > ${CONTACT_LIMIT_MS}
      on conflict do nothing
    )
    insert into device_tally as t (company_id, device_id, received, accepted, duplicates, quarantined, last_contact_at,
      clock_skewed_at, latest_ip, firmware, first_contact_at, clock_skew_ms, clock_skew_measured_at, discarded, junk_bytes, held_bytes,
      live_at, clock_reset_at)
    select $1::bigint, * from given
    on conflict (company_id, device_id) do update set
      received = t.received + excluded.received, accepted = t.accepted + excluded.accepted,
      duplicates = t.duplicates + excluded.duplicates, quarantined = t.quarantined + excluded.quarantined,
      discarded = t.discarded + excluded.discarded, junk_bytes = t.junk_bytes + excluded.junk_bytes,
      held_bytes = t.held_bytes + excluded.held_bytes,
      last_contact_at = greatest(t.last_contact_at, excluded.last_contact_at),
      clock_skewed_at = case when excluded.last_contact_at is null then t.clock_skewed_at else excluded.clock_skewed_at end,
      latest_ip = coalesce(excluded.latest_ip, t.latest_ip), firmware = coalesce(excluded.firmware, t.firmware),
      first_contact_at = least(t.first_contact_at, excluded.first_contact_at),
      clock_skew_ms = coalesce(excluded.clock_skew_ms, t.clock_skew_ms),
      clock_skew_measured_at = coalesce(excluded.clock_skew_measured_at, t.clock_skew_measured_at),
      live_at = coalesce(t.live_at, excluded.live_at), clock_reset_at = coalesce(t.clock_reset_at, excluded.clock_reset_at)`,
}

/**
 * Changes of one commit to the account of one device. `contactAt` (epoch ms) null: the commit was no contact, as for a release
 * from quarantine.
 */
export interface TallyChange {
  readonly deviceId: number
  received: number
  accepted: number
  duplicates: number
  quarantined: number
  /** Number of quarantined events that are not kept. */
  discarded: number
  junkBytes: number
  heldBytes: number
  contactAt: number | null
  /** First contact of this commit (epoch ms); null: none. */
  firstContactAt: number | null
  /**
   * Device clock minus server clock (ms), from the last message with `sent_at`, and the instant of this measurement; null: no
   * such message.
   */
  clockSkew: { readonly ms: number; readonly at: number } | null
  clockSkewedAt: number | null
  ip: string | null
  firmware: string | null
  /** Receipt of a live event in this commit (epoch ms); null: none. */
  liveAt: number | null
  /** Receipt of an event in this commit that shows that the clock fell back (epoch ms); null: none. */
  clockResetAt: number | null
}

export async function addToTallies(ctx: Ctx, changes: readonly TallyChange[]): Promise<void> {
  if (changes.length === 0) return
  // One fixed order prevents deadlocks.
  const sorted = [...changes].sort((a, b) => a.deviceId - b.deviceId)
  await ctx.tx.prepared(upsertTallies, [
    ctx.companyId,
    numberArray(sorted.map((c) => c.deviceId)),
    numberArray(sorted.map((c) => c.received)),
    numberArray(sorted.map((c) => c.accepted)),
    numberArray(sorted.map((c) => c.duplicates)),
    numberArray(sorted.map((c) => c.quarantined)),
    numberArray(sorted.map((c) => c.contactAt)),
    numberArray(sorted.map((c) => c.clockSkewedAt)),
    textArray(sorted.map((c) => c.ip)),
    textArray(sorted.map((c) => c.firmware)),
    numberArray(sorted.map((c) => c.firstContactAt)),
    numberArray(sorted.map((c) => c.clockSkew?.ms ?? null)),
    numberArray(sorted.map((c) => c.clockSkew?.at ?? null)),
    numberArray(sorted.map((c) => c.discarded)),
    numberArray(sorted.map((c) => c.junkBytes)),
    numberArray(sorted.map((c) => c.heldBytes)),
    numberArray(sorted.map((c) => c.liveAt)),
    numberArray(sorted.map((c) => c.clockResetAt)),
  ])
}

/** Longest time (ms) between two refusals for the same reason that belong to one series. */
const SAME_REFUSALS_MS = 10 * 60_000

/**
 * Stores on a device's account the reason why its last message was refused as a whole, the instant, and the start of the series.
 * A refusal for the same reason within 10 minutes after the last one continues the series.
 */
export async function noteRefusal(ctx: Ctx, deviceId: number, reason: string): Promise<void> {
  await ctx.tx.prepared(
    {
      name: 'ingest.note_refusal',
      text: `insert into device_tally as t (company_id, device_id, refused_reason, refused_at, refused_since) values ($1, $2, $3, $4, $4)
        on conflict (company_id, device_id) do update set refused_reason = excluded.refused_reason, refused_at = excluded.refused_at,
          refused_since = case when t.refused_reason = excluded.refused_reason
            and excluded.refused_at - t.refused_at <= ${SAME_REFUSALS_MS} then t.refused_since else excluded.refused_at end`,
    },
    [ctx.companyId, deviceId, reason, ctx.clock.now()],
  )
}
