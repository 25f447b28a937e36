import { getUser } from '@millwatch/contract/http/sessions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => (await call(getUser, { signal })).user,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})
