import type { ColumnType, Generated } from 'kysely'
import type { Id, Jsonb, Ms } from './columns.ts'

export interface MailTable {
  mail_id: Generated<Id>
  company_id: Id | null
  idempotency_key: string
  recipient: string
  subject: string
  body: string | null
  created_at: Ms
  due_at: Ms
  attempts: ColumnType<number, number | undefined, number>
  sent_at: Ms | null
  failed_at: Ms | null
  last_error: string | null
}

export interface InstallationTable {
  name: string
  value: Jsonb<object>
}

export interface AuditEntryTable {
  company_id: Id
  audit_entry_id: Generated<Id>
  occurred_at: Ms
  user_id: Id | null
  session_id: Id | null
  ip: string | null
  operation: string
  subject: string
  before: Jsonb<object | null> | null
  after: Jsonb<object | null> | null
  actor: ColumnType<string, 'user' | 'kiosk' | 'api_key' | 'device' | 'system' | undefined, string>
  actor_id: ColumnType<number | null, number | null | undefined, number | null>
}

export interface JobTable {
  company_id: Id
  job_id: Generated<Id>
  kind: string
  args: Jsonb<object>
  state: 'queued' | 'running' | 'finished' | 'failed'
  error: string | null
  result: Jsonb<object | null> | null
  user_id: Id | null
  session_id: Id | null
  ip: string | null
  api_key_id: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Ms
  started_at: Ms | null
  finished_at: Ms | null
}

export interface OutboxTable {
  company_id: Id
  outbox_id: Generated<Id>
  kind: string
  idempotency_key: string
  payload: Jsonb<object>
  created_at: Ms
  sent_at: Ms | null
  /** Subscriber that a delivery is for; null: the row is the fact itself. */
  subscriber: ColumnType<string | null, string | null | undefined, string | null>
  attempts: Generated<number>
  due_at: Generated<Ms>
}

export interface CallAnswerTable {
  company_id: Id
  principal: string
  idempotency_key: string
  operation: string
  request_hash: string
  answer: Jsonb<object | null> | null
  created_at: Ms
}

/** Columns of all tables, by name. Each module adds its own in its tables.ts by declaration merging. */
export interface Tables {
  mail: MailTable
  installation: InstallationTable
  audit_entry: AuditEntryTable
  job: JobTable
  outbox: OutboxTable
  call_answer: CallAnswerTable
}
