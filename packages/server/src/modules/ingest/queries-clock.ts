import type { ClockEvidence } from '@millwatch/domain/devices'
import { companyRead } from '../../platform/db/statements.ts'

/**
 * Instants (epoch ms) by which a clock reset of a device is recognized, beside its assignments (`isClockReset`): when the device
 * was added, and the receipt of its first live event.
 */
export interface ClockRecord {
  readonly addedAt: number
  /** Receipt of its first live event (epoch ms); null: there was none. */
  readonly liveAt: number | null
}

export const clockRecordsOf = companyRead<
  { deviceId: number; createdAt: number; liveAt: number | null },
  Map<number, ClockRecord>,
  [deviceIds: readonly number[]]
>(
  'ingest.clock_records',
  `select d.device_id, d.created_at, t.live_at from device d
        left join device_tally t on t.company_id = d.company_id and t.device_id = d.device_id
        where d.company_id = $1 and d.device_id = any($2::bigint[])`,
  (rows) => new Map(rows.map((row) => [row.deviceId, { addedAt: row.createdAt, liveAt: row.liveAt }])),
)

/**
 * Returns the last receipt of the company's devices (epoch ms; null: none), and the clock skews (ms) of the devices that were
 * measured at or after `since` (epoch ms), in no order.
 */
export const clockEvidence = companyRead<
  { lastReceiptAt: number | null; skewsMs: number[] | null },
  ClockEvidence,
  [since: number]
>(
  'ingest.clock_evidence',
  `select max(last_contact_at) as last_receipt_at,
          array_agg(clock_skew_ms) filter (where clock_skew_ms is not null and clock_skew_measured_at >= $2) as skews_ms
        from device_tally where company_id = $1`,
  ([row]) => ({ lastReceiptAt: row?.lastReceiptAt ?? null, skewsMs: row?.skewsMs ?? [] }),
)
