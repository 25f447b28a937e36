import { listTimeZones } from '@millwatch/contract/http/tree'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** Query that reads, once, the time zones that fields offer. Every other IANA name is valid too. */
export const zonesQuery = queryOptions({
  queryKey: ['timezones'],
  queryFn: async ({ signal }) => (await call(listTimeZones, { signal })).timezones,
  staleTime: Number.POSITIVE_INFINITY,
})
