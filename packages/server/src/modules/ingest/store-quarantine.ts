import type { PerDeviceAndCompany, QuarantineBytes } from '@millwatch/domain/devices'
import type { Ctx } from '../../platform/ctx.ts'
import { booleanArray, byteaArray, numberArray, textArray } from '../../platform/db/arrays.ts'
import { companyRead } from '../../platform/db/statements.ts'
import type { QuarantinedEvent } from './stored-event.ts'

/** Event to store in quarantine, with its device and batch. `receivedAt` is epoch ms. */
export interface QuarantineEntry extends QuarantinedEvent {
  readonly deviceId: number
  readonly batchId: string
  readonly receivedAt: number
  /** True when the event can still be released, by a person or by time. */
  readonly isHeld: boolean
  /** Bytes by which the entry uses the quarantine quotas of device and company. */
  readonly keptBytes: number
}

const insertQuarantineRows = {
  name: 'ingest.insert_quarantine',
  text: `insert into quarantine (company_id, device_id, batch_id, position, reason, raw, received_at, occurred_at, release_at,
      releasable, original_bytes, sha256, kept_bytes)
    select $1::bigint, * from unnest($2::bigint[], $3::text[], $4::int[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[],
      $10::boolean[], $11::int[], $12::bytea[], $13::int[])`,
}

export async function insertQuarantine(ctx: Ctx, entries: readonly QuarantineEntry[]): Promise<void> {
  if (entries.length === 0) return
  await ctx.tx.prepared(insertQuarantineRows, [
    ctx.companyId,
    numberArray(entries.map((e) => e.deviceId)),
    textArray(entries.map((e) => e.batchId)),
    numberArray(entries.map((e) => e.position)),
    textArray(entries.map((e) => e.reason)),
    textArray(entries.map((e) => e.raw)),
    numberArray(entries.map((e) => e.receivedAt)),
    numberArray(entries.map((e) => e.occurredAt)),
    numberArray(entries.map((e) => e.releaseAt)),
    booleanArray(entries.map((e) => e.isHeld)),
    numberArray(entries.map((e) => e.originalBytes)),
    byteaArray(entries.map((e) => e.sha256)),
    numberArray(entries.map((e) => e.keptBytes)),
  ])
}

/**
 * Locks the accounts of devices until the transaction ends, in the order of ids, and returns their bytes in quarantine by device
 * id. Accounts that are missing are created first, with 0 bytes.
 */
export async function lockQuarantineBytes(
  ctx: Ctx,
  deviceIds: readonly number[],
): Promise<Map<number, QuarantineBytes>> {
  const sorted = numberArray([...new Set(deviceIds)].sort((a, b) => a - b))
  await ctx.tx.prepared(
    {
      name: 'ingest.make_tallies',
      text: `insert into device_tally (company_id, device_id) select $1::bigint, * from unnest($2::bigint[]) on conflict do nothing`,
    },
    [ctx.companyId, sorted],
  )
  const rows = await ctx.tx.prepared<{ deviceId: number; junkBytes: number; heldBytes: number }>(
    {
      name: 'ingest.lock_tallies',
      text: `select device_id, junk_bytes, held_bytes from device_tally where company_id = $1 and device_id = any($2::bigint[])
        order by device_id for update`,
    },
    [ctx.companyId, sorted],
  )
  return new Map(rows.map((row) => [row.deviceId, { junk: row.junkBytes, held: row.heldBytes }]))
}

/**
 * Returns the bytes in quarantine of the whole company, of junk and of held events; each is 0 without any. They are not locked,
 * so another transaction may change them.
 */
export const quarantineBytesOfCompany = companyRead<{ junkBytes: number; heldBytes: number }, QuarantineBytes>(
  'ingest.quarantine_use',
  'select junk_bytes, held_bytes from quarantine_use where company_id = $1',
  ([row]) => ({ junk: row?.junkBytes ?? 0, held: row?.heldBytes ?? 0 }),
)

/**
 * Adds to the company's bytes in quarantine (negative: subtracts), locks them until the transaction ends and returns true.
 * Returns false, and adds nothing, when an increase would exceed the quota.
 */
export async function addToQuarantineBytes(
  ctx: Ctx,
  added: QuarantineBytes,
  quota: PerDeviceAndCompany['company'],
): Promise<boolean> {
  const rows = await ctx.tx.prepared(
    {
      name: 'ingest.add_to_quarantine_use',
      text: `insert into quarantine_use as u (company_id, junk_bytes, held_bytes)
        select $1::bigint, $2::bigint, $3::bigint where ($2 <= 0 or $2 <= $4) and ($3 <= 0 or $3 <= $5)
        on conflict (company_id) do update set junk_bytes = u.junk_bytes + $2, held_bytes = u.held_bytes + $3
          where ($2 <= 0 or u.junk_bytes + $2 <= $4) and ($3 <= 0 or u.held_bytes + $3 <= $5)
        returning 1`,
    },
    [ctx.companyId, added.junk, added.held, quota.junk, quota.held],
  )
  return rows.length > 0
}
