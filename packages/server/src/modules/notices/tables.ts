import type { Generated } from 'kysely'
import type { Id, Jsonb, Ms } from '../../platform/columns.ts'

export interface WebhookTable {
  company_id: Id
  webhook_id: Generated<Id>
  name: string
  url: string
  created_at: Ms
}

export interface NoticeMessageTable {
  company_id: Id
  notice_message_id: Generated<Id>
  channel: 'email' | 'sms' | 'webhook'
  user_id: Id | null
  webhook_id: Id | null
  form: 'single' | 'list' | 'more_by_mail'
  first_notice_id: Id
  notice_count: number
  created_at: Ms
  due_at: Ms
  leased_until: Generated<Ms>
  attempts: Generated<number>
  sent_at: Ms | null
  failed_at: Ms | null
  last_error: string | null
  retried_at: Ms | null
  recipient: string | null
  subject: string | null
  body: string | null
}

export interface NoticeTable {
  company_id: Id
  notice_id: Generated<Id>
  kind: 'alarm' | 'run' | 'report'
  subject_id: Id
  topic: string
  event: string
  channel: 'email' | 'sms' | 'webhook'
  user_id: Id | null
  webhook_id: Id | null
  content: Jsonb<object>
  created_at: Ms
  due_at: Ms
  held_at: Ms | null
  is_instead_of_sms: Generated<boolean>
  gathered: Generated<boolean>
  over_at: Ms | null
  notice_message_id: Id | null
  ended_at: Ms | null
  outcome: 'sent' | 'given_up' | 'dropped' | null
  reason: string | null
}

export interface NoticeRefusalTable {
  company_id: Id
  user_id: Id
  kind: 'alarm' | 'run'
  subject_id: Id
  channel: 'email' | 'sms'
  created_at: Ms
}

declare module '../../platform/tables.ts' {
  interface Tables {
    webhook: WebhookTable
    notice_message: NoticeMessageTable
    notice: NoticeTable
    notice_refusal: NoticeRefusalTable
  }
}
