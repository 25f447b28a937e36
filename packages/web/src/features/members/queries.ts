import type { Answer } from '@millwatch/contract/endpoint'
import { listUsers } from '@millwatch/contract/http/members'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type Member = Answer<typeof listUsers>['users'][number]

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => (await call(listUsers, { signal })).users,
})
