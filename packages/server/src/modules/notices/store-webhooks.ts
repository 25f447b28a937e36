import { companyRow, companyRows, companyRun } from '../../platform/db/statements.ts'
import type { NoticeContent } from './content.ts'

export interface WebhookRow {
  readonly webhookId: number
  readonly name: string
  readonly url: string
  readonly createdAt: number
}

const columns = 'webhook_id as "webhookId", name, url, created_at as "createdAt"'

/** Returns the webhooks of the company, oldest first. */
export const allWebhooks = companyRows<WebhookRow>(
  'notices.webhooks',
  `select ${columns} from webhook where company_id = $1 order by webhook_id`,
)

export const webhookById = companyRow<WebhookRow, [webhookId: number]>(
  'notices.webhook',
  `select ${columns} from webhook where company_id = $1 and webhook_id = $2`,
)

export const insertWebhook = companyRow<WebhookRow, [name: string, url: string, now: number]>(
  'notices.insert_webhook',
  `insert into webhook (company_id, name, url, created_at) values ($1, $2, $3, $4) returning ${columns}`,
)

/** Deletes a webhook with its notices and messages, sent or not, and returns it; undefined: there is none. */
export const deleteWebhook = companyRow<WebhookRow, [webhookId: number]>(
  'notices.delete_webhook',
  `delete from webhook where company_id = $1 and webhook_id = $2 returning ${columns}`,
)

/**
 * Message to a webhook with the content of its notice. Instants are epoch ms; without `sentAt` and `failedAt` it is tried at
 * `dueAt`.
 */
export interface WebhookDelivery {
  readonly messageId: number
  readonly content: NoticeContent
  readonly createdAt: number
  readonly attempts: number
  readonly sentAt: number | null
  readonly failedAt: number | null
  readonly dueAt: number
  readonly error: string | null
}

/** Returns the latest `most` messages to a webhook, newest first. Omits messages whose notices are no longer stored. */
export const deliveriesOfWebhook = companyRows<WebhookDelivery, [webhookId: number, most: number]>(
  'notices.deliveries_of_webhook',
  `select m.notice_message_id as "messageId", n.content, m.created_at as "createdAt", m.attempts, m.sent_at as "sentAt",
      m.failed_at as "failedAt", m.due_at as "dueAt", m.last_error as error
    from notice_message m join notice n on n.company_id = m.company_id and n.notice_id = m.first_notice_id
    where m.company_id = $1 and m.webhook_id = $2 order by m.notice_message_id desc limit $3`,
)

/**
 * Returns the instant of sending and the number of attempts of a message to a webhook, locked until the transaction ends;
 * undefined: there is none.
 */
export const messageToWebhook = companyRow<
  { readonly sentAt: number | null; readonly attempts: number },
  [webhookId: number, messageId: number]
>(
  'notices.message_to_webhook',
  `select sent_at as "sentAt", attempts from notice_message
    where company_id = $1 and webhook_id = $2 and notice_message_id = $3 for update`,
)

/**
 * Makes a message that was not sent due at `now` (epoch ms), with no attempts made since then, and its notices not ended. Does
 * nothing for a sent message.
 */
export const dueAgain = companyRun<[messageId: number, now: number]>(
  'notices.due_again',
  `with message as (
      update notice_message set due_at = $3, retried_at = $3, failed_at = null, attempts = 0
      where company_id = $1 and notice_message_id = $2 and sent_at is null returning notice_message_id
    )
    update notice n set ended_at = null, outcome = null, reason = null from message
    where n.company_id = $1 and n.notice_message_id = message.notice_message_id and n.outcome is distinct from 'sent'`,
)
