import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { watchReadings } from './readings.ts'

/**
 * Returns true to repeat a call without an answer or with a server error, up to three times; false for a refused call (status
 * below 500).
 */
const retry = (failures: number, error: Error): boolean =>
  !(error instanceof ApiError && error.status < 500) && failures < 3

export const ACTIVE_REFRESH_MS = 5 * 60_000
/**
 * Time (ms) for which an answer is fresh, so that parts of a page that open one after the other use the same one. Changes are
 * read at once nevertheless.
 */
export const OPENING_MS = 10_000
export const TREE_REFRESH_MS = 10 * 60_000

/** Returns the time (ms) after which a query is read again: 5 minutes, or false (never) after an answer 401 or 404. */
export const activeRefresh = ({ state }: { readonly state: { readonly error: Error | null } }): number | false =>
  state.error instanceof ApiError && [401, 404].includes(state.error.status) ? false : ACTIVE_REFRESH_MS

/**
 * Returns false after an answer 404, else true. A query with this as its `retryOnMount` is sent once for data that is not there,
 * however many parts of a page use it. It is meant for data that does not appear later under the same id.
 */
export const isNotGone = ({ state }: { readonly state: { readonly error: Error | null } }): boolean =>
  !(state.error instanceof ApiError && state.error.status === 404)

export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry, staleTime: 0, refetchOnWindowFocus: true, networkMode: 'always', structuralSharing: true },
      mutations: { networkMode: 'always' },
    },
  })
  watchReadings(client)
  return client
}
