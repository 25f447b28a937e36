import type { Generated } from 'kysely'
import type { Id, Jsonb, Ms } from '../platform/columns.ts'

export interface VerificationTable {
  company_id: Id
  verification_id: Generated<Id>
  started_at: Ms
  finished_at: Ms
  is_clean: boolean
  report: Jsonb<object>
}

declare module '../platform/tables.ts' {
  interface Tables {
    verification: VerificationTable
  }
}
