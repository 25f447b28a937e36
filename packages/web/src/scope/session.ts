import { getUser } from '@millwatch/contract/http/identity'
import { getKiosk } from '@millwatch/contract/http/kiosks'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '../lib/api.ts'

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => (await call(getUser, { signal })).user,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/**
 * Query that reads the kiosk display of this session, once; the server answers 403 for a signed-in person. Server and network
 * errors are retried every 5 s without end.
 */
export const kioskQuery = queryOptions({
  queryKey: ['kiosk'],
  queryFn: async ({ signal }) => (await call(getKiosk, { signal })).kiosk,
  staleTime: Number.POSITIVE_INFINITY,
  // Nobody is there to press "try again", so server errors are retried without end.
  retry: (_failures, error) => !(error instanceof ApiError && error.status < 500),
  retryDelay: 5000,
})
