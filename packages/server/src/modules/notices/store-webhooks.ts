import { companyRow, companyRows } from '../../platform/db/statements.ts'

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
