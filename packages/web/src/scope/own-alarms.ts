import type { Answer } from '@millwatch/contract/endpoint'
import { listOwnAlarms } from '@millwatch/contract/http/alarms'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { activeRefresh, OPENING_MS } from '../lib/query-client.ts'

/** Alarm to which the person is subscribed, of their own or by a group. */
export type OwnAlarm = Answer<typeof listOwnAlarms>['alarms'][number]

/** Query that reads the alarms to which the person is subscribed, tripped ones first; again every 5 minutes. */
export const ownAlarmsQuery = queryOptions({
  queryKey: ['own-alarms'],
  queryFn: async ({ signal }) => (await call(listOwnAlarms, { signal })).alarms,
  staleTime: OPENING_MS,
  refetchInterval: activeRefresh,
})
