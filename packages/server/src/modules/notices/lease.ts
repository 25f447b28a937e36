import { alertOpening } from '@millwatch/domain/identity'
import type { Needs } from '../../platform/calls/needs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { NotifiedMember } from '../identity/index.ts'
import { type Checked, checkNotices } from './check.ts'
import type { Channel } from './content.ts'
import { lookAgainMs, rootZone } from './hours.ts'
import { endNotices, type StoredNotice } from './store-plan.ts'
import {
  type DueMessage,
  endMessages,
  holdMessages,
  leaseMessages,
  type NoticeOfMessage,
  noticesOfMessages,
} from './store-send.ts'
import { allWebhooks, type WebhookRow } from './store-webhooks.ts'

/**
 * Message that this server is to send now, with those of its notices that its recipient still wants. `webhook` is undefined for a
 * person, and if it was deleted.
 */
export interface LeasedMessage extends DueMessage {
  readonly notices: readonly StoredNotice[]
  /** Recipient; undefined for a message to a webhook. */
  readonly member: NotifiedMember | undefined
  readonly webhook: WebhookRow | undefined
}

/**
 * Leases up to `most` due messages of a channel for `leaseMs`, in the transaction of `ctx`, and returns those to send now. Checks
 * recipients again, as an earlier attempt may be hours ago: drops notices that must not be sent any more, ends messages that have
 * no notice left, and postpones messages outside alert hours.
 */
export async function lease(
  ctx: Ctx,
  needs: Pick<Needs, 'stillSubscribed'>,
  channel: Channel,
  { most, leaseMs }: { readonly most: number; readonly leaseMs: number },
): Promise<LeasedMessage[]> {
  const now = ctx.clock.now()
  const messages = await leaseMessages(ctx, channel, now, most, leaseMs)
  if (messages.length === 0) return []
  const notices = await noticesOfMessages(
    ctx,
    messages.map(({ messageId }) => messageId),
  )
  const checked = await checkNotices(ctx, needs, notices)
  const reasons = new Map([...overAfterHours(notices), ...checked.reasons])
  await endNotices(ctx, reasons, 'dropped')
  const wanted = Map.groupBy(
    notices.filter(({ noticeId }) => !reasons.has(noticeId)),
    ({ messageId }) => messageId,
  )
  const unwanted = messages.filter(({ messageId }) => !wanted.has(messageId)).map(({ messageId }) => messageId)
  if (unwanted.length > 0) await endMessages(ctx, unwanted, now)
  const held = await holdClosed(ctx, messages, wanted, checked)
  const webhooks = channel === 'webhook' ? await allWebhooks(ctx) : []
  return messages
    .filter(({ messageId }) => wanted.has(messageId) && !held.has(messageId))
    .map((message) => ({
      ...message,
      notices: wanted.get(message.messageId) ?? [],
      member: checked.members.get(message.userId ?? 0),
      webhook: webhooks.find(({ webhookId }) => webhookId === message.webhookId),
    }))
}

/** Returns pairs of notice id and the reason `over`, for notices that alert hours held back and whose trip is over. */
const overAfterHours = (notices: readonly NoticeOfMessage[]) =>
  notices
    .filter(({ heldAt, overAt }) => heldAt !== null && overAt !== null)
    .map(({ noticeId }): [number, string] => [noticeId, 'over'])

/**
 * Postpones messages about alarms whose recipients are outside their alert hours now, until these open or for 15 minutes,
 * whichever is sooner. Returns the ids of these messages.
 */
async function holdClosed(
  ctx: Ctx,
  messages: readonly DueMessage[],
  wanted: ReadonlyMap<number, readonly StoredNotice[]>,
  { members }: Checked,
): Promise<Set<number>> {
  if (![...members.values()].some(({ enabledMin }) => enabledMin !== null)) return new Set()
  const now = ctx.clock.now()
  const zone = await rootZone(ctx)
  const held = new Map<number, number>()
  for (const { messageId, userId } of messages) {
    const member = members.get(userId ?? 0)
    const isAboutAlarms = wanted.get(messageId)?.some(({ kind }) => kind === 'alarm') ?? false
    const openFrom = member && isAboutAlarms ? alertOpening(member, now, zone) : now
    if (openFrom > now) held.set(messageId, Math.min(openFrom, now + lookAgainMs))
  }
  if (held.size > 0) await holdMessages(ctx, [...held.keys()], [...held.values()], now)
  return new Set(held.keys())
}
