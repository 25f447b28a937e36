import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface ApiKeyTable {
  api_key_id: Generated<Id>
  company_id: Id
  key_hash: Buffer
  name: string
  /** Operations that the key may call; null: all that only read and are open to regular users. */
  operations: string[] | null
  created_by: Id | null
  created_at: Ms
  expires_at: Ms
  revoked_at: Ms | null
  last_used_at: Ms | null
}

declare module '../../platform/tables.ts' {
  interface Tables {
    api_key: ApiKeyTable
  }
}
