import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface ClientErrorTable {
  company_id: Id
  client_error_id: Generated<Id>
  occurred_at: Ms
  user_id: Id | null
  version: string
  route: string
  message: string
  stack: string | null
  browser: string | null
}

declare module '../../platform/tables.ts' {
  interface Tables {
    client_error: ClientErrorTable
  }
}
