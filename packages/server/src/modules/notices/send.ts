import { createHmac } from 'node:crypto'
import { gapAfterAttempt, isGivenUp } from '@millwatch/domain/notices'
import type { Clock } from '../../platform/clock.ts'
import { isMailable, subjectLine, type Transport } from '../../platform/mail/index.ts'
import type { ReachableNetworks } from '../../platform/outgoing/networks.ts'
import { postGuarded } from '../../platform/outgoing/post.ts'
import { retryAfterMs } from '../../platform/outgoing/retry-after.ts'
import { Undelivered } from '../../platform/outgoing/undelivered.ts'
import type { SmsTransport } from '../../platform/sms/transport.ts'
import type { LeasedMessage } from './lease.ts'
import { mailOf, type StopLinks } from './mail.ts'
import { webhookBody, webhookHeaders } from './present-webhook.ts'
import { reportMail } from './report-mail.ts'
import type { SendResult } from './store-send.ts'
import { moreByMail, noticeText, smsOf, smsOfList } from './text.ts'
import { type Unsubscription, unsubscribeToken } from './token.ts'

/**
 * Services through which messages are sent. Undefined `mail` or `sms`: there is no such service, and the message is stored
 * instead (in a demo).
 */
export interface Services {
  readonly clock: Clock
  readonly mail: Transport | undefined
  readonly sms: SmsTransport | undefined
  readonly networks: ReachableNetworks
  readonly publicUrl: () => string
  /** Secret of the installation for links and webhooks. */
  readonly noticeSecret: Buffer
}

interface Sent {
  readonly recipient: string | null
  /** Texts of the message; absent if a service took it, present if it was only stored. */
  readonly caught?: { readonly subject: string; readonly body: string }
}

const webhookWithinMs = 10_000
const longestError = 500
const gone = 410

/**
 * Makes one attempt to send a message, and returns its result: sent, to be tried again at `dueAt`, or given up. It is given up if
 * the service refuses it for good or its time for attempts is over. Throws errors that are not failures of the service.
 */
export async function attempt(services: Services, companyId: number, message: LeasedMessage): Promise<SendResult> {
  const { messageId } = message
  const nothing = { messageId, sentAt: null, failedAt: null, reason: null, error: null, recipient: null }
  try {
    const { recipient, caught } = await sendBy[message.channel](services, companyId, message)
    const now = services.clock.now()
    const reason = message.form === 'more_by_mail' ? 'by_mail' : null
    const texts = { subject: caught?.subject ?? null, body: caught?.body ?? null }
    return { ...nothing, sentAt: now, dueAt: now, recipient, reason, ...texts }
  } catch (error) {
    if (!(error instanceof Undelivered)) throw error
    const now = services.clock.now()
    const isOver = error.isFinal || isGivenUp(message.triedSince, message.attempts, now)
    const dueAt = now + Math.max(error.waitMs ?? 0, gapAfterAttempt(message.attempts))
    const text = error.message.slice(0, longestError)
    const refused = error.part === 'content' ? 'refused_content' : 'refused'
    const reason = isOver ? (error.isFinal ? refused : 'expired') : null
    return { ...nothing, failedAt: isOver ? now : null, reason, dueAt, error: text, subject: null, body: null }
  }
}

/** Returns the key of a message for the service, which is the same for every attempt and cannot be guessed by others. */
const keyOf = ({ noticeSecret }: Services, companyId: number, { messageId }: LeasedMessage): string =>
  createHmac('sha256', noticeSecret).update(`message/${companyId}/${messageId}`).digest('hex').slice(0, 32)

/** Returns the style of dates of the message's recipient; the default style for a webhook. */
const styleOf = ({ member }: LeasedMessage) => member ?? { locale: null, clockHours: null }

/** Returns the contents of a message's notices about alarms and runs, without mailed reports. */
const eventsOf = ({ notices }: LeasedMessage) =>
  notices.flatMap(({ content }) => (content.kind === 'report' ? [] : [content]))

// Alert hours or a service may have held a notice back: its words are those of the instant at which it is sent.
const textsOf = ({ clock, publicUrl }: Services, message: LeasedMessage) =>
  eventsOf(message).map((content) =>
    noticeText(content, { style: styleOf(message), at: clock.now(), publicUrl: publicUrl() }),
  )

/**
 * Returns the subject that the link of a mail stops; null: the mail has no link, because its reader requested it, or all its
 * notices are about runs.
 */
function stoppedBy({ notices, messageId }: LeasedMessage): Pick<Unsubscription, 'about' | 'id'> | null {
  const content = notices[0]?.content
  if (content?.kind === 'report') return content.isRegular ? { about: content.cadence, id: 0 } : null
  const alarm = notices.find(({ kind }) => kind === 'alarm')
  if (alarm === undefined) return null
  return notices.length > 1 ? { about: 'message', id: messageId } : { about: 'alarm', id: alarm.subjectId }
}

function stopLinks({ noticeSecret, publicUrl }: Services, companyId: number, message: LeasedMessage): StopLinks | null {
  const stopped = stoppedBy(message)
  if (stopped === null) return null
  const token = unsubscribeToken(noticeSecret, { companyId, userId: message.userId ?? 0, ...stopped })
  return { page: `${publicUrl()}/unsubscribe?stop=${token}`, oneClick: `${publicUrl()}/v0/unsubscribe?token=${token}` }
}

function mailTexts(services: Services, companyId: number, message: LeasedMessage) {
  const content = message.notices[0]?.content
  const stop = stopLinks(services, companyId, message)
  if (content?.kind === 'report')
    return reportMail(content, { style: styleOf(message), publicUrl: services.publicUrl() }, stop)
  return mailOf(textsOf(services, message), stop)
}

async function sendMail(services: Services, companyId: number, message: LeasedMessage): Promise<Sent> {
  const recipient = message.member?.email ?? ''
  if (!isMailable(recipient)) throw new Undelivered('No mail can be sent to this address', true)
  const { subject, ...mail } = mailTexts(services, companyId, message)
  const line = subjectLine(subject)
  if (services.mail === undefined) return { recipient, caught: { subject: line, body: mail.body } }
  const idempotencyKey = keyOf(services, companyId, message)
  await services.mail.send({ ...mail, idempotencyKey, recipient, subject: line })
  return { recipient }
}

async function sendSms(services: Services, companyId: number, message: LeasedMessage): Promise<Sent> {
  const recipient = message.member?.phone ?? ''
  const texts = textsOf(services, message)
  const [first] = texts
  const text =
    message.form === 'more_by_mail' || first === undefined
      ? moreByMail
      : texts.length > 1
        ? smsOfList(texts, services.publicUrl())
        : smsOf(first)
  if (services.sms === undefined) return { recipient, caught: { subject: 'Text message', body: text } }
  await services.sms.send({ idempotencyKey: keyOf(services, companyId, message), to: recipient, text })
  return { recipient }
}

async function sendToWebhook(services: Services, companyId: number, message: LeasedMessage): Promise<Sent> {
  const { webhook, notices } = message
  const [notice] = notices
  const [content] = eventsOf(message)
  if (webhook === undefined || notice === undefined || content === undefined)
    throw new Undelivered('The webhook was deleted', true)
  const body = webhookBody(content, notice.createdAt, services.publicUrl())
  await postToWebhook(services, companyId, webhook, `msg_${keyOf(services, companyId, message)}`, body)
  return { recipient: webhook.url }
}

/**
 * Posts a signed body to a webhook; throws `Undelivered` unless the webhook answers 2xx. With 410 that error is final:
 * the receiver wants no more messages.
 */
export async function postToWebhook(
  { clock, networks, noticeSecret }: Pick<Services, 'clock' | 'networks' | 'noticeSecret'>,
  companyId: number,
  { webhookId, url }: { readonly webhookId: number; readonly url: string },
  id: string,
  body: string,
): Promise<void> {
  const headers = webhookHeaders({ secret: noticeSecret, companyId, webhookId }, id, body, clock.now())
  const { status, retryAfter } = await postGuarded({ url, headers, body, networks, withinMs: webhookWithinMs })
  if (status >= 200 && status < 300) return
  throw new Undelivered(`The receiver answered ${status}`, status === gone, retryAfterMs(retryAfter, clock.now()))
}

const sendBy = { email: sendMail, sms: sendSms, webhook: sendToWebhook } as const
