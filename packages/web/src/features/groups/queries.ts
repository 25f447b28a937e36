import type { Answer, Body } from '@millwatch/contract/endpoint'
import {
  addRosterUser,
  createRoster,
  deleteRoster,
  listRosters,
  removeRosterUser,
  updateRoster,
  updateRosterUser,
} from '@millwatch/contract/http/groups'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type Group = Answer<typeof listRosters>['rosters'][number]
export type GroupMember = Group['RosterUsers'][number]
type Ways = Body<typeof updateRosterUser>

/** Member of the company who can be added to a group. */
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

export const createGroup = (name: string) => call(createRoster, { body: { name } })
export const renameGroup = (id: number, name: string) => call(updateRoster, { params: { id }, body: { name } })
export const removeGroup = (id: number) => call(deleteRoster, { params: { id } })
export const addToGroup = (id: number, userId: number) =>
  call(addRosterUser, { params: { id }, body: { user_id: userId } })
export const setWays = (id: number, user: number, ways: Ways) =>
  call(updateRosterUser, { params: { id, user }, body: ways })
export const removeFromGroup = (id: number, user: number) => call(removeRosterUser, { params: { id, user } })
