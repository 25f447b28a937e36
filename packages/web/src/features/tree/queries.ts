import { equipmentOfCompany, getCompany, orgUnitsOfCompany } from '@millwatch/contract/http/company'
import { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { begin, takeBegun } from '../../lib/begun.ts'
import { monotonicMs } from '../../lib/clock.ts'
import { activeRefresh, TREE_REFRESH_MS } from '../../lib/query-client.ts'
import { withHeardSince } from '../../live/rooms.ts'
import { scopeKeyNow } from '../../scope/scope.ts'
import { readInZone } from './in-zone.ts'
import { patchCompany, patchEquipment, patchOrgUnit } from './patch.ts'
import type { Company, Equipment, OrgUnit } from './types.ts'

export const companyKey = ['company'] as const
/** Stands in keys for the zone of what is on screen, which only the answer tells. */
export const OWN_ZONE = 'own'

export const orgUnitKey = (id: number) => ['unit', id] as const
export const equipmentKey = (id: number) => ['machine', id] as const

const companyOf = (queryKey: readonly string[], activeOnly: boolean) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Company> => {
      const asked = monotonicMs()
      const { company } = await call(getCompany, { query: { activeOnly }, signal })
      return withHeardSince(company as Company, roomOfOrgUnit(company.root_org_unit_id), asked, patchCompany)
    },
    refetchInterval: TREE_REFRESH_MS,
  })

/** The company and what is active of its tree. */
export const companyQuery = companyOf(companyKey, true)
/** The same with what is archived. */
export const wholeCompanyQuery = companyOf([...companyKey, 'whole'], false)

/** All machines by name, wherever they stand: what can be put somewhere else. */
export const allMachinesQuery = queryOptions({
  queryKey: [...companyKey, 'equipment'],
  queryFn: async ({ signal }) => (await call(equipmentOfCompany, { query: {}, signal })).equipment,
})

/** All units, with their own time zone and the one they have. */
export const allUnitsQuery = queryOptions({
  queryKey: [...companyKey, 'units'],
  queryFn: async ({ signal }) => (await call(orgUnitsOfCompany, { signal })).orgUnits,
})

/** What a machine is set to, apart from its figures: nothing that is told live changes it. */
export const machineFactsQuery = (id: number) =>
  queryOptions({
    queryKey: ['machine-facts', id],
    queryFn: async ({ signal }) => (await call(getEquipment, { params: { id }, query: {}, signal })).equip,
  })

async function readOrgUnit(id: number, signal?: AbortSignal): Promise<OrgUnit> {
  const asked = monotonicMs()
  const unit = await readInZone(`o${id}`, async ({ startDate, endDate, choices }) => {
    const query = { startDate, endDate, ...choices }
    return (await call(getOrgUnit, { params: { id }, query, ...(signal && { signal }) })).orgUnit
  })
  return withHeardSince(unit, roomOfOrgUnit(id), asked, patchOrgUnit)
}

/** A unit over the period of the scope; `scopeKey` is that of `useScopeKey(OWN_ZONE)`. */
export const orgUnitQuery = (id: number, scopeKey: readonly unknown[]) => {
  const queryKey = [...orgUnitKey(id), ...scopeKey]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => takeBegun(queryKey, () => readOrgUnit(id, signal)),
    refetchInterval: activeRefresh,
  })
}

/** Begins to read a unit whose page is being loaded. */
export const beginOrgUnit = (id: number): void =>
  begin(orgUnitQuery(id, scopeKeyNow(OWN_ZONE)).queryKey, () => readOrgUnit(id))

async function readEquipment(id: number, signal?: AbortSignal): Promise<Equipment> {
  const asked = monotonicMs()
  const { equip } = await call(getEquipment, { params: { id }, query: {}, ...(signal && { signal }) })
  return withHeardSince(equip, roomOfEquipment(id), asked, patchEquipment)
}

export const equipmentQuery = (id: number) =>
  queryOptions({
    queryKey: equipmentKey(id),
    queryFn: ({ signal }) => takeBegun(equipmentKey(id), () => readEquipment(id, signal)),
    refetchInterval: activeRefresh,
  })

/** Begins to read a machine whose page is being loaded. */
export const beginEquipment = (id: number): void => begin(equipmentKey(id), () => readEquipment(id))
