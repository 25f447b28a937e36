import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** What was said no to is not asked again; what was not answered is, a few times. */
const retry = (failures: number, error: Error): boolean =>
  !(error instanceof ApiError && error.status < 500) && failures < 3

export const ACTIVE_REFRESH_MS = 5 * 60_000
export const TREE_REFRESH_MS = 10 * 60_000

/** What must be read again in any case, every 5 minutes; not once nobody is signed in any more, or the thing is gone. */
export const activeRefresh = ({ state }: { readonly state: { readonly error: Error | null } }): number | false =>
  state.error instanceof ApiError && [401, 404].includes(state.error.status) ? false : ACTIVE_REFRESH_MS

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry, staleTime: 0, refetchOnWindowFocus: true, networkMode: 'always', structuralSharing: true },
      mutations: { networkMode: 'always' },
    },
  })
