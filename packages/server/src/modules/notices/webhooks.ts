import { isIP } from 'node:net'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { notify } from '../../platform/db/notify.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { reachableNetworks } from '../../platform/outgoing/networks.ts'
import { requireName } from '../tree/index.ts'
import { NOTICES_CHANNEL } from './enqueue.ts'
import {
  allWebhooks,
  deleteWebhook,
  dueAgain,
  insertWebhook,
  messageToWebhook,
  type WebhookRow,
  webhookById,
} from './store-webhooks.ts'

declare module '../../platform/calls/needs.ts' {
  interface Needs {
    /** Networks outside the public internet that webhooks may be in, as the operator wrote them; undefined: none. */
    readonly webhookAllow: string | undefined
  }
}

const mostWebhooks = 20

/**
 * Returns the address of a webhook in its normal form. It begins with https, or with http if the operator allows networks; it has
 * at most 2,000 characters and no spaces, user name or password, and an IP address in it is one that this server may connect to.
 * Throws 400 `webhook_url_invalid` otherwise. The address that a name resolves to is checked at each message.
 */
export function requireWebhookUrl(typed: string, webhookAllow: string | undefined): string {
  const url = URL.canParse(typed) ? new URL(typed) : null
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isScheme = url?.protocol === 'https:' || (url?.protocol === 'http:' && webhookAllow !== undefined)
  const isReachable = isIP(host) === 0 || reachableNetworks(webhookAllow).isReachable(host)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an address with control characters is refused.
  const isPlain = !/[\u0000-\u0020\u007f\\]/.test(typed)
  const isOwn = url?.username === '' && url.password === '' && host !== ''
  if (url === null || !isScheme || !isReachable || !isPlain || !isOwn || url.href.length > 2000)
    throw new Invalid(undefined, 'webhook_url_invalid')
  return url.href
}

/**
 * Creates a webhook with audit entry and fact, and returns it. 400 for a blank name or an address that may not be used, 409 for a
 * company that has 20 already.
 */
export async function addWebhook(
  ctx: Ctx,
  { name, url }: { readonly name: string; readonly url: string },
  webhookAllow: string | undefined,
): Promise<WebhookRow> {
  const fields = { name: requireName(name), url: requireWebhookUrl(url, webhookAllow) }
  if ((await allWebhooks(ctx)).length >= mostWebhooks) throw new Conflict('webhooks_full')
  const webhook = await insertWebhook(ctx, fields.name, fields.url, ctx.clock.now())
  if (webhook === undefined) throw new Error('A webhook was not stored')
  // The address may contain a secret of its receiver, so the audit log has its origin only.
  const after = { name: fields.name, origin: new URL(fields.url).origin }
  await recordAudit(ctx, { operation: 'webhook.create', subject: `webhook/${webhook.webhookId}`, after })
  await stateFact(ctx, { kind: 'webhook.changed', webhookId: webhook.webhookId })
  return webhook
}

/** Deletes a webhook with all its notices and messages, sent or not, with audit entry and fact; 404 when there is none. */
export async function removeWebhook(ctx: Ctx, webhookId: number): Promise<void> {
  const webhook = await deleteWebhook(ctx, webhookId)
  if (webhook === undefined) throw new NotFound()
  const before = { name: webhook.name, origin: new URL(webhook.url).origin }
  await recordAudit(ctx, { operation: 'webhook.delete', subject: `webhook/${webhookId}`, before })
  await stateFact(ctx, { kind: 'webhook.changed', webhookId })
}

/** Returns a webhook of the company; 404 when there is none. */
export async function getWebhook(ctx: Ctx, webhookId: number): Promise<WebhookRow> {
  const webhook = await webhookById(ctx, webhookId)
  if (webhook === undefined) throw new NotFound()
  return webhook
}

/**
 * Makes a message to a webhook that was given up, or that waits for its next attempt, due at once, with audit entry and fact. It
 * is tried as long as a new one: for 24 hours from now. Does nothing for a message that was accepted. 404 when there is no such
 * message.
 */
export async function retryDelivery(ctx: Ctx, webhookId: number, messageId: number): Promise<void> {
  const message = await messageToWebhook(ctx, webhookId, messageId)
  if (message === undefined) throw new NotFound()
  if (message.sentAt !== null) return
  await dueAgain(ctx, messageId, ctx.clock.now())
  await recordAudit(ctx, {
    operation: 'webhook.delivery.retry',
    subject: `webhook/${webhookId}`,
    after: { messageId, attempts: message.attempts },
  })
  await stateFact(ctx, { kind: 'webhook.changed', webhookId })
  await notify(ctx.tx, NOTICES_CHANNEL, [String(ctx.companyId)])
}
