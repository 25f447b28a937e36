import type { Answer, Body } from '@millwatch/contract/endpoint'
import { createUser, deleteUser, listUsers, updateUser } from '@millwatch/contract/http/members'
import type { RoleFlags } from '@millwatch/contract/party'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

export type Member = Answer<typeof listUsers>['users'][number]

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => (await call(listUsers, { signal })).users,
})

export const setRole = (id: number, role: Partial<RoleFlags>) => call(updateUser, { params: { id }, body: role })
export const removeMember = (id: number) => call(deleteUser, { params: { id } })
export const addMember = (wanted: Body<typeof createUser>) => call(createUser, { body: wanted })
