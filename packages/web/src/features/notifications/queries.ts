import { ackNotifications, listNotifications } from '@millwatch/contract/http/notifications'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { logFailure } from '../../lib/log.ts'

const REFRESH_MS = 15 * 60_000

/** What the caller has not been shown yet, and what is recent; the latest first. */
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

/** Tells the server that these have been shown; they are known as read from then on. */
export async function acknowledge(client: QueryClient, ids: readonly number[]): Promise<void> {
  try {
    await call(ackNotifications, { body: { notificationIds: [...ids] } })
    client.setQueryData(notificationsQuery.queryKey, (known) =>
      known?.map((one) => (ids.includes(one.id) ? { ...one, acked: true } : one)),
    )
  } catch (error) {
    logFailure('Notifications could not be acknowledged', error)
  }
}
