import { createHmac } from 'node:crypto'
import { alarmTypeOf } from '@millwatch/domain/alarms'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import type { NoticeContent } from './content.ts'
import { noticeText } from './text.ts'

const style = { locale: null, clockHours: null }

/**
 * Returns the body of a webhook message: type, instant and data as in Standard Webhooks, and `text`, which
 * Slack, Teams and similar programs show.
 */
export function webhookBody(content: NoticeContent, createdAt: number, publicUrl: string): string {
  const { title, lines, url } = noticeText(content, { style, at: createdAt, publicUrl })
  const machine = { equipment_id: content.equipmentId, machine: content.machine, url }
  const data =
    content.kind === 'alarm'
      ? {
          alarm_id: content.alarmId,
          alarm_type_id: content.typeId,
          alarm_type: alarmTypeOf(content.typeId).name,
          args: content.args,
          ...machine,
          value: content.trip.value.amount,
          tripped_at: toIso(content.trip.trippedAt),
          cleared_at: toIsoOrNull(content.trip.clearedAt),
        }
      : {
          run_id: content.runId,
          ...machine,
          completed_at: toIso(content.completedAt),
          cycles: content.cycles,
          ended: content.ended,
        }
  return JSON.stringify({
    type: eventOf(content),
    timestamp: toIso(createdAt),
    title,
    text: [title, ...lines].join('\n'),
    data,
  })
}

/** Returns the type of a notice in a webhook message: `alarm.tripped`, `alarm.repeat`, `alarm.cleared`, `run.completed`. */
export const eventOf = (content: NoticeContent): string =>
  content.kind === 'alarm' ? `alarm.${content.about}` : 'run.completed'

/** Returns the body (JSON) of the message by which a superuser tests a webhook; `now` is epoch ms. */
export const testBody = (now: number): string =>
  JSON.stringify({
    type: 'test',
    timestamp: toIso(now),
    title: 'Test',
    text: 'Millwatch reaches this webhook.',
    data: {},
  })

/**
 * Returns the secret by which a webhook verifies its messages, without the prefix `whsec_`. It is derived from the secret of the
 * installation, so it is always the same.
 */
const keyOf = (secret: Buffer, companyId: number, webhookId: number): Buffer =>
  createHmac('sha256', secret).update(`webhook/${companyId}/${webhookId}`).digest()

/** Returns the secret as its receiver enters it: `whsec_` and 32 bytes as base64. */
export const webhookSecret = (secret: Buffer, companyId: number, webhookId: number): string =>
  `whsec_${keyOf(secret, companyId, webhookId).toString('base64')}`

/** Returns the headers of Standard Webhooks for a body. `id` is the same for every attempt; `now` is epoch ms. */
export function webhookHeaders(
  key: { readonly secret: Buffer; readonly companyId: number; readonly webhookId: number },
  id: string,
  body: string,
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const mac = createHmac('sha256', keyOf(key.secret, key.companyId, key.webhookId))
  return {
    'content-type': 'application/json',
    'user-agent': 'Millwatch-Webhook/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac.update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  }
}
