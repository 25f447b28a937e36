import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface RosterTable {
  company_id: Id
  roster_id: Generated<Id>
  name: string
  created_at: Ms
}

export interface RosterUserTable {
  company_id: Id
  roster_user_id: Generated<Id>
  roster_id: Id
  user_id: Id
  send_email: boolean
  send_sms: boolean
  created_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    roster: RosterTable
    roster_user: RosterUserTable
  }
}
