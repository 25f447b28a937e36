import * as calls from '@millwatch/contract/http/notifications'
import { command, type Module, nothing, question } from '../../platform/calls/calls.ts'
import { toIso } from '../../platform/http/instants.ts'
import { markAlarmsSeen } from '../alarms/index.ts'
import { ackNotifications, listNotifications } from './notifications.ts'

export const notificationsModule: Module = {
  calls: [
    question(calls.listNotifications, async (ctx) => {
      const rows = await listNotifications(ctx)
      const notifications = rows.map(({ createdAt, availableAt, ...row }) => ({
        ...row,
        created_at: toIso(createdAt),
        available_at: toIso(availableAt),
      }))
      return { notifications }
    }),
    command(
      calls.ackNotifications,
      async (ctx, { body }) => {
        await ackNotifications(ctx, body.notificationIds)
        await markAlarmsSeen(ctx, body.alarmIds ?? [])
      },
      nothing,
    ),
  ],
}
