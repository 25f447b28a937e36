import type { Answer } from '@millwatch/contract/endpoint'
import { getCompany } from '@millwatch/contract/http/company'
import { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import { utilizationOfOrgUnits } from '@millwatch/contract/http/utilization'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { ACTIVE_REFRESH_MS, TREE_REFRESH_MS } from '../../lib/query-client.ts'

export type Company = Omit<Answer<typeof getCompany>['company'], 'tree'> & { tree: TreeNodeShape }
export type OrgUnit = Answer<typeof getOrgUnit>['orgUnit']
export type Equipment = Answer<typeof getEquipment>['equip']

export const companyKey = ['company'] as const
export const orgUnitKey = (id: number) => ['unit', id] as const
export const equipmentKey = (id: number) => ['machine', id] as const

export const unitFiguresKey = ['unit-figures'] as const

export const companyQuery = queryOptions({
  queryKey: companyKey,
  queryFn: async ({ signal }): Promise<Company> =>
    (await call(getCompany, { query: { activeOnly: true }, signal })).company,
  refetchInterval: TREE_REFRESH_MS,
})

export const orgUnitQuery = (id: number) =>
  queryOptions({
    queryKey: orgUnitKey(id),
    queryFn: async ({ signal }) => (await call(getOrgUnit, { params: { id }, query: {}, signal })).orgUnit,
    refetchInterval: ACTIVE_REFRESH_MS,
  })

export const equipmentQuery = (id: number) =>
  queryOptions({
    queryKey: equipmentKey(id),
    queryFn: async ({ signal }) => (await call(getEquipment, { params: { id }, signal })).equip,
    refetchInterval: ACTIVE_REFRESH_MS,
  })

/** The figures of several units over the period their parent shows. */
export const unitFiguresQuery = (ids: readonly number[], period: OrgUnit['period'] | undefined) =>
  queryOptions({
    queryKey: [...unitFiguresKey, ...ids],
    queryFn: async ({ signal }) =>
      (
        await call(utilizationOfOrgUnits, {
          query: { ids: ids.join(','), ...(period ?? { startDate: '', endDate: '' }) },
          signal,
        })
      ).orgUnits,
    enabled: ids.length > 0 && period !== undefined,
    refetchInterval: ACTIVE_REFRESH_MS,
  })
