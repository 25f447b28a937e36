import * as calls from '@millwatch/contract/http/notifications'
import { toIso } from '../../platform/http/instants.ts'
import { type Router, success } from '../../platform/http/route.ts'
import { ackNotifications, listNotifications } from './notifications.ts'

export function notificationsRoutes(router: Router): void {
  router.signedIn(calls.listNotifications, ({ inCompany }) =>
    inCompany(async (ctx) => {
      const rows = await listNotifications(ctx)
      const notifications = rows.map(({ createdAt, availableAt, ...row }) => ({
        ...row,
        created_at: toIso(createdAt),
        available_at: toIso(availableAt),
      }))
      return success({ notifications })
    }),
  )
  router.signedIn(calls.ackNotifications, ({ body, inCompany }) =>
    inCompany(async (ctx) => {
      await ackNotifications(ctx, body.notificationIds)
      return success({})
    }),
  )
}
