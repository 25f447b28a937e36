import { companyRead, companyRows } from '../platform/db/statements.ts'

export interface DeviceCount {
  readonly deviceId: number
  readonly received: number
  readonly accepted: number
  readonly duplicates: number
  readonly quarantined: number
  readonly claimed: number
  readonly stored: number
  /** Number of entries in quarantine; `discarded` is the number of those that were not kept. */
  readonly held: number
  readonly discarded: number
  /** Number of bytes in quarantine by the device's account; `keptBytes` is the sum over the entries. */
  readonly countedBytes: number
  readonly keptBytes: number
  readonly lastContactAt: number | null
  readonly lastReceivedAt: number | null
  /** True if a machine on which the device is or was has a horizon, so that retention may have removed events of the device. */
  readonly isCut: boolean
}

/**
 * Returns the numbers of the account of every device of the company, in order of the device ids, beside the numbers counted in
 * its stored data.
 */
export const deviceCounts = companyRows<DeviceCount>(
  'verify.device_counts',
  `select d.device_id, coalesce(t.received, 0) as received, coalesce(t.accepted, 0) as accepted,
          coalesce(t.duplicates, 0) as duplicates, coalesce(t.quarantined, 0) as quarantined, t.last_contact_at,
          coalesce(t.discarded, 0) as discarded, coalesce(t.junk_bytes + t.held_bytes, 0) as counted_bytes,
          coalesce(q.kept_bytes, 0)::bigint as kept_bytes, coalesce(b.claimed, 0)::bigint as claimed, b.last_received_at,
          coalesce(e.stored, 0)::bigint as stored, coalesce(q.held, 0)::bigint as held,
          exists (select from company where company_id = $1 and unplaced_horizon_at is not null)
            or exists (select from device_assignment a join machine_state m using (company_id, equipment_id)
              where a.company_id = $1 and a.device_id = d.device_id and m.horizon_at is not null) as is_cut
        from device d
        left join device_tally t on t.company_id = $1 and t.device_id = d.device_id
        left join (select device_id, sum(event_count) as claimed, max(received_at) as last_received_at from batch
          where company_id = $1 group by 1) b on b.device_id = d.device_id
        left join (select device_id, count(*) as stored from event where company_id = $1 group by 1) e on e.device_id = d.device_id
        left join (select device_id, count(*) as held, sum(kept_bytes) as kept_bytes from quarantine where company_id = $1 and released_at is null group by 1) q
          on q.device_id = d.device_id
        where d.company_id = $1 order by d.device_id`,
)

/** Returns the number of bytes in quarantine by the account of the company, and the sum of its devices' accounts. */
export const companyQuarantineBytes = companyRead<
  { company: number; devices: number },
  { company: number; devices: number }
>(
  'verify.company_quarantine_bytes',
  `select coalesce((select junk_bytes + held_bytes from quarantine_use where company_id = $1), 0)::bigint as company,
          coalesce((select sum(junk_bytes + held_bytes) from device_tally where company_id = $1), 0)::bigint as devices`,
  ([row]) => row ?? { company: 0, devices: 0 },
)

export interface TwiceStored {
  readonly deviceId: number
  readonly batchId: string
  readonly position: number
  readonly occurredAt: number
  readonly times: number
}

/**
 * Returns up to 100 events that are stored more than once under the same device, batch and position, in this order; `occurredAt`
 * is the earliest time (epoch ms). There should be none.
 */
export const storedTwice = companyRows<TwiceStored>(
  'verify.stored_twice',
  `select device_id, batch_id, position, min(occurred_at) as occurred_at, count(*)::int as times from event
        where company_id = $1 group by device_id, batch_id, position having count(*) > 1 order by 1, 2, 3 limit 100`,
)
