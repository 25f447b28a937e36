import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface DeviceTallyTable {
  company_id: Id
  device_id: Id
  received: Generated<number>
  accepted: Generated<number>
  duplicates: Generated<number>
  quarantined: Generated<number>
  last_contact_at: Ms | null
  clock_skewed_at: Ms | null
  latest_ip: string | null
  firmware: string | null
  refused_reason: string | null
  refused_at: Ms | null
  clock_skew_ms: number | null
  clock_skew_measured_at: Ms | null
  first_contact_at: Ms | null
  discarded: Generated<number>
  junk_bytes: Generated<number>
  held_bytes: Generated<number>
  refused_since: Ms | null
  live_at: Ms | null
  clock_reset_at: Ms | null
}

export interface QuarantineUseTable {
  company_id: Id
  junk_bytes: number
  held_bytes: number
}

export interface BatchTable {
  company_id: Id
  device_id: Id
  batch_id: string
  content_hash: Buffer
  event_count: number
  received_at: Ms
  sent_at: Ms | null
}

export interface EventTable {
  company_id: Id
  equipment_id: Id
  occurred_at: Ms
  event_no: Generated<number>
  device_id: Id
  batch_id: string
  position: number
  kind: number
  is_primary: boolean
  received_at: Ms
  cycle_ms: number | null
  number: number | null
  temperature_1: number | null
  analog_in_1: number | null
  since: Ms | null
  input: string | null
  marks: Generated<number>
  derived_ms: number | null
}

export interface QuarantineTable {
  company_id: Id
  quarantine_id: Generated<Id>
  device_id: Id
  batch_id: string | null
  position: number | null
  reason: string
  raw: string
  received_at: Ms
  occurred_at: Ms | null
  release_at: Ms | null
  released_at: Ms | null
  releasable: Generated<boolean>
  original_bytes: Generated<number>
  sha256: Buffer | null
  kept_bytes: Generated<number>
  discarded_at: Ms | null
}

export interface CommunicationGapTable {
  company_id: Id
  device_id: Id
  started_at: Ms
  ended_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    device_tally: DeviceTallyTable
    batch: BatchTable
    event: EventTable
    quarantine: QuarantineTable
    communication_gap: CommunicationGapTable
    quarantine_use: QuarantineUseTable
  }
}
