import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, meaning, Success, TypedName } from '../shapes/common.ts'

const InstantOrNull = Type.Union([Instant, Type.Null()])

const closed = { additionalProperties: false } as const

/** Lists the mails and text messages that a demo keeps instead of sending them. Outside a demo it answers 404. */
export const listMails = endpoint('GET', '/v0/mail', 'mail', {
  operation: 'mail.read',
  policy: { least: 'superuser', scope: 'company', rate: 'read', listable: false },
  summary: 'Mail and text messages that the demo kept instead of sending them, newest first, at most 200',
  shapes: {
    answer: Type.Object({
      status: Success,
      mails: Type.Array(
        Type.Object({
          id: meaning('`mail-` or `notice-` with a number.', Type.String()),
          channel: Type.Union([Type.Literal('email'), Type.Literal('sms')]),
          recipient: meaning('Address, or phone number.', Type.String()),
          subject: Type.String(),
          body: Type.Union([Type.String(), Type.Null()]),
          created_at: Instant,
          sent_at: InstantOrNull,
          failed_at: InstantOrNull,
        }),
      ),
    }),
  },
})

/**
 * Schema of a webhook: the address of another program to which every notice of the company is sent, signed as in Standard
 * Webhooks.
 */
const Webhook = Type.Object({
  id: Id,
  name: Type.String(),
  url: Type.String(),
  created_at: Instant,
  last_sent_at: meaning('Latest notice that the program accepted; null: none yet.', InstantOrNull),
  last_failed_at: meaning('Latest notice that was given up; null: none yet.', InstantOrNull),
})

const superuser = { least: 'superuser', scope: 'company' } as const

export const listWebhooks = endpoint('GET', '/v0/webhooks', 'webhooks', {
  operation: 'webhook.list',
  policy: { ...superuser, rate: 'read', listable: false },
  summary: 'Webhooks of the company, oldest first',
  shapes: { answer: Type.Object({ status: Success, webhooks: Type.Array(Webhook) }) },
})

export const createWebhook = endpoint('POST', '/v0/webhooks', 'webhooks', {
  operation: 'webhook.create',
  policy: { ...superuser, rate: 'write', audit: true, listable: false },
  summary: 'Add a webhook; it gets all notices from now on, and the answer has the secret that checks them',
  shapes: {
    body: Type.Object({ name: TypedName, url: Type.String({ minLength: 1, maxLength: 2000 }) }, closed),
    answer: Type.Object({
      status: Success,
      webhook: Webhook,
      secret: meaning('Secret of the signatures, `whsec_` and base64. It is shown only here.', Type.String()),
    }),
  },
})

export const deleteWebhook = endpoint('DELETE', '/v0/webhooks/:id', 'webhooks', {
  operation: 'webhook.delete',
  policy: { ...superuser, rate: 'write', audit: true, listable: false },
  summary: 'Remove a webhook with the notices that wait for it',
  shapes: { params: IdParams, answer: Type.Object({ status: Success }) },
})

export const testWebhook = endpoint('POST', '/v0/webhooks/:id/test', 'webhooks', {
  operation: 'webhook.test',
  policy: {
    ...superuser,
    rate: 'write',
    listable: false,
    unaudited: 'It changes nothing: it sends one message that says it is a test',
  },
  summary: 'Send a test message to a webhook now, once',
  shapes: {
    params: IdParams,
    answer: Type.Object({
      status: Success,
      delivered: Type.Boolean(),
      problem: meaning(
        'Reason for which it was not delivered; null: it was.',
        Type.Union([Type.String(), Type.Null()]),
      ),
    }),
  },
})

/** Schema of a message to a webhook, with the result of its attempts. */
const WebhookDelivery = Type.Object({
  id: Id,
  event: meaning(
    '`type` of its body: `alarm.tripped`, `alarm.repeat`, `alarm.cleared`, `run.completed`.',
    Type.String(),
  ),
  title: meaning('First line of its text.', Type.String()),
  created_at: Instant,
  attempts: Type.Integer(),
  sent_at: meaning('Instant at which the program accepted it; null: it has not.', InstantOrNull),
  failed_at: meaning('Instant at which it was given up; null: it was not.', InstantOrNull),
  next_attempt_at: meaning('null: there is none.', InstantOrNull),
  problem: meaning(
    'Reason for which the latest attempt failed; null: it did not.',
    Type.Union([Type.String(), Type.Null()]),
  ),
})

export const listWebhookDeliveries = endpoint('GET', '/v0/webhooks/:id/deliveries', 'webhooks', {
  operation: 'webhook.deliveries.read',
  policy: { ...superuser, rate: 'read', listable: false },
  summary: 'Latest 50 messages to a webhook with their results, newest first',
  shapes: { params: IdParams, answer: Type.Object({ status: Success, deliveries: Type.Array(WebhookDelivery) }) },
})

export const retryWebhookDelivery = endpoint('POST', '/v0/webhooks/:id/deliveries/:delivery/retry', 'webhooks', {
  operation: 'webhook.delivery.retry',
  policy: { ...superuser, rate: 'write', audit: true, listable: false },
  summary:
    'Try at once, and as long as a new one, to deliver a message that was given up or waits for its next attempt',
  shapes: {
    params: Type.Object({ id: Id, delivery: Id }, closed),
    answer: Type.Object({ status: Success }),
  },
})

const UnsubscribeQuery = Type.Object({ token: Type.String({ minLength: 1, maxLength: 120 }) }, closed)
const Unsubscription = Type.Object({
  status: Success,
  alarms: meaning('Alarms that the link is about, as in the mail.', Type.Array(Type.String())),
  reports: meaning(
    'Reports by email that the link is about, in place of alarms.',
    Type.Array(Type.Union([Type.Literal('daily'), Type.Literal('weekly')])),
  ),
})

export const readUnsubscription = endpoint('GET', '/v0/unsubscribe', 'notices', {
  operation: 'notice.unsubscription.read',
  policy: { least: 'public', scope: 'self', rate: 'public' },
  summary: 'Returns the notices that the link in a mail would stop; changes nothing',
  shapes: { query: UnsubscribeQuery, answer: Unsubscription },
})

/**
 * Stops the mails that the signed link in a mail is about; it can be called any number of times, and stops nothing for a person
 * who has left the company. The form that mail programs send as the body is ignored (RFC 8058).
 */
export const unsubscribeByLink = endpoint('POST', '/v0/unsubscribe', 'notices', {
  operation: 'notice.unsubscribe',
  policy: { least: 'public', scope: 'self', rate: 'sign_in', audit: true },
  summary: 'Stop the mails that the link in a mail is about, without sign-in',
  shapes: { query: UnsubscribeQuery, answer: Unsubscription },
})
