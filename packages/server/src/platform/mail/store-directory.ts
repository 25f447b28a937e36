import type { Database, Tx } from '../db/index.ts'
import { databaseRun } from '../db/statements.ts'

export interface NewMail {
  /** Company that the mail concerns; null: it concerns a person only. */
  readonly companyId: number | null
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** Key of the reason for the mail. While a mail with this key is stored, another one with the same key is not stored. */
  readonly idempotencyKey: string
}

const insert = {
  name: 'directory_mail_insert',
  text: `insert into mail (company_id, recipient, subject, body, idempotency_key, created_at, due_at)
    values ($1, $2, $3, $4, $5, $6, $6) on conflict (idempotency_key) do nothing`,
}

export async function insertMail(tx: Tx, mail: NewMail, createdAt: number): Promise<void> {
  const { companyId, recipient, subject, body, idempotencyKey } = mail
  await tx.prepared(insert, [companyId, recipient, subject, body, idempotencyKey, createdAt])
}

export interface DueMail {
  readonly mailId: number
  readonly idempotencyKey: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAt: number
  /** Number of attempts to send this mail, including the present one. */
  readonly attempts: number
}

const take = {
  name: 'directory_mail_take',
  text: `update mail set attempts = attempts + 1, due_at = $2
    where mail_id in (
      select mail_id from mail where due_at <= $1 and sent_at is null and failed_at is null
      order by due_at limit $3 for update skip locked
    )
    returning mail_id as "mailId", idempotency_key as "idempotencyKey", recipient, subject, coalesce(body, '') as body,
      created_at as "createdAt", attempts`,
}

/**
 * Takes up to `most` mails that are due at `now` (epoch ms), the earliest due first, and adds one to their attempts. No other
 * server takes them before `leasedTo` (epoch ms).
 */
export async function takeDueMail(database: Database, now: number, leasedTo: number, most: number): Promise<DueMail[]> {
  return database.inDirectory((tx) => tx.prepared<DueMail>(take, [now, leasedTo, most]), { pool: 'jobs' })
}

const sent = {
  name: 'directory_mail_sent',
  text: `update mail set sent_at = $2, last_error = null, body = case when $3 then body end
    where mail_id = $1 and sent_at is null and failed_at is null`,
}

/**
 * Stores that a mail was sent at `at` (epoch ms), and deletes its text unless `keepsText`. Does nothing for a mail that was sent
 * or given up before.
 */
export async function markMailSent(database: Database, mailId: number, at: number, keepsText: boolean): Promise<void> {
  await database.inDirectory((tx) => tx.prepared(sent, [mailId, at, keepsText]), { pool: 'jobs' })
}

const retry = {
  name: 'directory_mail_retry',
  text: `update mail set due_at = $2, failed_at = $3, last_error = $4
    where mail_id = $1 and sent_at is null and failed_at is null`,
}

/**
 * Stores the error of a mail that was not sent and the time of its next attempt (`dueAt`, epoch ms). With `failedAt` (epoch ms)
 * the mail is given up. Does nothing for a mail that was sent or given up before.
 */
export async function markMailUnsent(
  database: Database,
  mailId: number,
  unsent: { readonly dueAt: number; readonly failedAt: number | null; readonly error: string },
): Promise<void> {
  const { dueAt, failedAt, error } = unsent
  await database.inDirectory((tx) => tx.prepared(retry, [mailId, dueAt, failedAt, error]), { pool: 'jobs' })
}

const counts = {
  name: 'directory_mail_counts',
  text: `select (select count(*) from mail where sent_at is null and failed_at is null)::int as waiting,
    (select count(*) from mail where failed_at is not null)::int as failed`,
}

/** Returns the number of mails that wait to be sent, and of those given up, in the whole installation. */
export async function countMail(database: Database): Promise<{ waiting: number; failed: number }> {
  const [row] = await database.inDirectory((tx) => tx.prepared<{ waiting: number; failed: number }>(counts, []), {
    pool: 'jobs',
  })
  return row ?? { waiting: 0, failed: 0 }
}

/** Deletes mail that was sent or given up before `before` (epoch ms); mail that waits stays. */
export const deleteMailBefore = databaseRun<[before: number]>(
  'directory_mail_purge',
  'delete from mail where coalesce(sent_at, failed_at) < $1',
)
