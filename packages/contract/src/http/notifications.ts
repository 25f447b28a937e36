import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, meaning, Success } from '../shapes/common.ts'

const closed = { additionalProperties: false } as const

/** Schema of a message about the product, from the operator of the installation to the people of a company. */
export const Notification = Type.Object({
  id: Id,
  title: Type.String(),
  detail: meaning(
    'A small part of Markdown: paragraphs, headings, lists, **bold**, *italic*, `code` and links. No HTML.',
    Type.String(),
  ),
  created_at: Instant,
  available_at: meaning('Since when it is shown.', Instant),
  acked: meaning('Whether the caller has been shown it, or came after it.', Type.Boolean()),
})

export const listNotifications = endpoint('GET', '/v0/notifications', 'notifications', {
  operation: 'notification.list',
  policy: { least: 'user', scope: 'company', rate: 'read' },
  summary: 'Lists new notifications: all that the caller has not seen yet, and those of the last month',
  shapes: {
    query: Type.Object(
      {
        version: Type.Optional(
          meaning(
            'The release of the page that asks. All releases get the same answer.',
            Type.String({ maxLength: 40 }),
          ),
        ),
      },
      closed,
    ),
    answer: Type.Object({ status: Success, notifications: Type.Array(Notification) }),
  },
})

const Ids = Type.Array(Id, { maxItems: 1000, uniqueItems: true })

export const ackNotifications = endpoint('POST', '/v0/notifications/ack', 'notifications', {
  operation: 'notification.ack',
  policy: {
    least: 'user',
    scope: 'company',
    rate: 'write',
    listable: false,
    unaudited: 'The acknowledgement itself is stored, with its person and instant',
  },
  summary: 'The caller has been shown these',
  shapes: {
    body: Type.Object(
      {
        notificationIds: Ids,
        alarmIds: Type.Optional(meaning('Tripped alarms that the caller has been shown, until their next trip.', Ids)),
      },
      closed,
    ),
    answer: Type.Object({ status: Success }),
  },
})
