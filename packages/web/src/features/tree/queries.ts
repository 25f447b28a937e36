import { getCompany } from '@millwatch/contract/http/company'
import { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { monotonicMs } from '../../lib/clock.ts'
import { ACTIVE_REFRESH_MS, TREE_REFRESH_MS } from '../../lib/query-client.ts'
import { withHeardSince } from '../../live/rooms.ts'
import { patchCompany, patchEquipment, patchOrgUnit } from './patch.ts'
import type { Company, Equipment, OrgUnit } from './types.ts'

export const companyKey = ['company'] as const
export const orgUnitKey = (id: number) => ['unit', id] as const
export const equipmentKey = (id: number) => ['machine', id] as const

export const companyQuery = queryOptions({
  queryKey: companyKey,
  queryFn: async ({ signal }): Promise<Company> => {
    const asked = monotonicMs()
    const { company } = await call(getCompany, { query: { activeOnly: true }, signal })
    return withHeardSince(company as Company, roomOfOrgUnit(company.root_org_unit_id), asked, patchCompany)
  },
  refetchInterval: TREE_REFRESH_MS,
})

export const orgUnitQuery = (id: number) =>
  queryOptions({
    queryKey: orgUnitKey(id),
    queryFn: async ({ signal }): Promise<OrgUnit> => {
      const asked = monotonicMs()
      const { orgUnit } = await call(getOrgUnit, { params: { id }, query: {}, signal })
      return withHeardSince(orgUnit, roomOfOrgUnit(id), asked, patchOrgUnit)
    },
    refetchInterval: ACTIVE_REFRESH_MS,
  })

export const equipmentQuery = (id: number) =>
  queryOptions({
    queryKey: equipmentKey(id),
    queryFn: async ({ signal }): Promise<Equipment> => {
      const asked = monotonicMs()
      const { equip } = await call(getEquipment, { params: { id }, query: {}, signal })
      return withHeardSince(equip, roomOfEquipment(id), asked, patchEquipment)
    },
    refetchInterval: ACTIVE_REFRESH_MS,
  })
