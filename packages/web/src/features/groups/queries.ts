import type { Answer } from '@millwatch/contract/endpoint'
import { listRosters } from '@millwatch/contract/http/groups'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type Group = Answer<typeof listRosters>['rosters'][number]
export type GroupMember = Group['RosterUsers'][number]

/** Member of the company who can be added to a group; username and phone are absent if the reader may not see them. */
export interface Candidate {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly username?: string
  readonly phone?: string | null
}

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => (await call(listRosters, { signal })).rosters,
})
