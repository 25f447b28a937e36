import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface AddinTable {
  company_id: Id
  addin_id: Generated<Id>
  name: string
  icon_url: string | null
  index_url: string
  equipment_enabled: boolean
  org_unit_enabled: boolean
  created_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    addin: AddinTable
  }
}
