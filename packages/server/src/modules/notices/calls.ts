import { randomUUID } from 'node:crypto'
import * as calls from '@millwatch/contract/http/notices'
import {
  command,
  handWritten,
  type Module,
  nothing,
  preparedCommand,
  publicCall,
  question,
} from '../../platform/calls/calls.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { reachableNetworks } from '../../platform/outgoing/networks.ts'
import { Undelivered } from '../../platform/outgoing/undelivered.ts'
import { mailRoutes } from './mail-routes.ts'
import { eventOf, testBody, webhookSecret } from './present-webhook.ts'
import { postToWebhook } from './send.ts'
import { lastOfWebhooks } from './store-log.ts'
import { allWebhooks, deliveriesOfWebhook, type WebhookDelivery, type WebhookRow } from './store-webhooks.ts'
import { runSubscriber } from './subscribe.ts'
import { noticeText } from './text.ts'
import { stoppableByLink, unsubscribeByLink } from './unsubscribe.ts'
import { addWebhook, getWebhook, removeWebhook, retryDelivery } from './webhooks.ts'

const present = (
  { webhookId, name, url, createdAt }: WebhookRow,
  last?: { readonly sentAt: number | null; readonly failedAt: number | null },
) => ({
  ...{ id: webhookId, name, url, created_at: toIso(createdAt) },
  last_sent_at: toIsoOrNull(last?.sentAt ?? null),
  last_failed_at: toIsoOrNull(last?.failedAt ?? null),
})

/** Largest number of messages that are listed for a webhook. */
const MOST_DELIVERIES = 50

const presentDelivery = ({ messageId, content, createdAt, dueAt, ...delivery }: WebhookDelivery) => ({
  id: messageId,
  event: eventOf(content),
  title: noticeText(content, { style: { locale: null, clockHours: null }, at: createdAt, publicUrl: '' }).title,
  created_at: toIso(createdAt),
  attempts: delivery.attempts,
  sent_at: toIsoOrNull(delivery.sentAt),
  failed_at: toIsoOrNull(delivery.failedAt),
  next_attempt_at: delivery.sentAt === null && delivery.failedAt === null ? toIso(dueAt) : null,
  problem: delivery.sentAt === null ? delivery.error : null,
})

/**
 * Sends a test message to a webhook, and returns the text of the failure; null: the webhook accepted it. Throws errors that are
 * not failures of delivery.
 */
async function problemOfTest(needs: Needs, companyId: number, webhook: WebhookRow): Promise<string | null> {
  const { clock, noticeSecret } = needs
  const services = { clock, noticeSecret, networks: reachableNetworks(needs.webhookAllow) }
  try {
    await postToWebhook(services, companyId, webhook, `msg_test_${randomUUID()}`, testBody(clock.now()))
    return null
  } catch (error) {
    if (error instanceof Undelivered) return error.message
    throw error
  }
}

/** Calls and subscribers about notices: caught mail, webhooks, and the links that stop mails. */
export const noticesModule: Module = {
  calls: [
    handWritten(mailRoutes),
    question(calls.listWebhooks, async (ctx) => {
      const last = new Map((await lastOfWebhooks(ctx)).map((row) => [row.webhookId, row]))
      return { webhooks: (await allWebhooks(ctx)).map((webhook) => present(webhook, last.get(webhook.webhookId))) }
    }),
    command(
      calls.createWebhook,
      (ctx, { body }, { webhookAllow }) => addWebhook(ctx, body, webhookAllow),
      (webhook, { companyId }, _request, { noticeSecret }) => ({
        webhook: present(webhook),
        secret: webhookSecret(noticeSecret, companyId, webhook.webhookId),
      }),
    ),
    command(calls.deleteWebhook, (ctx, { params }) => removeWebhook(ctx, params.id), nothing),
    preparedCommand(calls.testWebhook, {
      // Outside a transaction, since the receiver may take seconds to answer.
      async prepare({ params, caller, actor }, needs) {
        const { database, clock } = needs
        const { companyId } = caller
        const webhook = await database.inCompany(companyId, (tx) =>
          getWebhook({ companyId, actor, tx, clock }, params.id),
        )
        return problemOfTest(needs, companyId, webhook)
      },
      action: async (_ctx, problem) => ({ delivered: problem === null, problem }),
      present: (result) => result,
    }),
    question(calls.listWebhookDeliveries, async (ctx, { params }) => {
      const { webhookId } = await getWebhook(ctx, params.id)
      return { deliveries: (await deliveriesOfWebhook(ctx, webhookId, MOST_DELIVERIES)).map(presentDelivery) }
    }),
    command(calls.retryWebhookDelivery, (ctx, { params }) => retryDelivery(ctx, params.id, params.delivery), nothing),
    publicCall(calls.readUnsubscription, ({ query }, needs) => stoppableByLink(needs, query.token)),
    publicCall(calls.unsubscribeByLink, ({ query }, needs) => unsubscribeByLink(needs, query.token), {
      ignoresForm: true,
    }),
  ],
  subscribers: () => [runSubscriber],
}
