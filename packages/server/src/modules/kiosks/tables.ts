import type { ColumnType, Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface KioskTable {
  kiosk_id: Generated<Id>
  company_id: Id
  name: string
  page: 'operator' | 'machine' | 'unit' | 'wall'
  equipment_id: Id | null
  org_unit_id: Id | null
  may_give_reasons: boolean
  may_count_scrap: boolean
  may_set_runs: ColumnType<boolean, boolean | undefined, boolean>
  created_by: Id | null
  created_at: Ms
  revoked_at: Ms | null
}

export interface KioskPairingTable {
  code_hash: Buffer
  secret_hash: Buffer
  network: Buffer
  ip: string
  created_at: Ms
  expires_at: Ms
  paired_at: Ms | null
}

declare module '../../platform/tables.ts' {
  interface Tables {
    kiosk: KioskTable
    kiosk_pairing: KioskPairingTable
  }
}
