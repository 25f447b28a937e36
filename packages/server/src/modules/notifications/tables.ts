import type { Generated } from 'kysely'
import type { Id, Ms } from '../../platform/columns.ts'

export interface NotificationTable {
  company_id: Id
  notification_id: Generated<Id>
  title: string
  detail: string
  created_at: Ms
  available_at: Ms
}

export interface NotificationAckTable {
  company_id: Id
  notification_id: Id
  user_id: Id
  acked_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    notification: NotificationTable
    notification_ack: NotificationAckTable
  }
}
