import { listTimeZones } from '@millwatch/contract/http/tree'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api.ts'

/** The zones that are offered; any other IANA name is a zone too. */
export const zonesQuery = queryOptions({
  queryKey: ['timezones'],
  queryFn: async ({ signal }) => (await call(listTimeZones, { signal })).timezones,
  staleTime: Number.POSITIVE_INFINITY,
})
