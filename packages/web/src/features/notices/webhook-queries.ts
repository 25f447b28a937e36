import type { Answer } from '@millwatch/contract/endpoint'
import { listWebhookDeliveries, listWebhooks } from '@millwatch/contract/http/notices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type Webhook = Answer<typeof listWebhooks>['webhooks'][number]
export type WebhookDelivery = Answer<typeof listWebhookDeliveries>['deliveries'][number]

/** Interval at which webhooks and the results of their messages are read again, ms. */
const REFRESH_MS = 10_000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await call(listWebhooks, { signal })).webhooks,
  refetchInterval: REFRESH_MS,
})

/** Query that reads the latest 50 messages to a webhook, newest first; again every 10 s. */
export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhook-deliveries', id],
    queryFn: async ({ signal }) => (await call(listWebhookDeliveries, { params: { id }, signal })).deliveries,
    refetchInterval: REFRESH_MS,
  })
