import { ackNotifications, listNotifications } from '@millwatch/contract/http/notifications'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'
import { ownAlarmsQuery } from '../../scope/own-alarms.ts'

const REFRESH_MS = 15 * 60_000

/**
 * Query that reads the notifications that are unread or of the last month, the latest 100 at most, the latest first; again every
 * 15 minutes. A failure is logged and not retried.
 */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => {
    try {
      const version = import.meta.env.VITE_MILLWATCH_VERSION
      return (await call(listNotifications, { query: { version }, signal })).notifications
    } catch (error) {
      if (!signal.aborted) logFailure('Notifications could not be read', error)
      throw error
    }
  },
  staleTime: 60_000,
  refetchInterval: REFRESH_MS,
  retry: false,
})

/**
 * Marks the notifications with the given ids as read on the server, then in the cache. A failure is only logged, and they stay
 * unread.
 */
export async function acknowledge(client: QueryClient, ids: readonly number[]): Promise<void> {
  try {
    await call(ackNotifications, { body: { notificationIds: [...ids] } })
    client.setQueryData(notificationsQuery.queryKey, (cached) =>
      cached?.map((notification) => (ids.includes(notification.id) ? { ...notification, acked: true } : notification)),
    )
  } catch (error) {
    logFailure('Notifications could not be acknowledged', error)
  }
}

/**
 * Marks tripped alarms as seen by the person until their next trip, on the server and then in the cache. A failure is only
 * logged, and they stay unseen.
 */
export async function acknowledgeAlarms(client: QueryClient, ids: readonly number[]): Promise<void> {
  try {
    await call(ackNotifications, { body: { notificationIds: [], alarmIds: [...ids] } })
    client.setQueryData(ownAlarmsQuery.queryKey, (cached) =>
      cached?.map((alarm) => (ids.includes(alarm.alarm_id) ? { ...alarm, seen: true } : alarm)),
    )
  } catch (error) {
    logFailure('Alarms could not be marked as seen', error)
  }
}
