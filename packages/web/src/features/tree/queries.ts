import { equipmentOfCompany, getCompany, orgUnitsOfCompany } from '@millwatch/contract/http/company'
import { getEquipment, getOrgUnit } from '@millwatch/contract/http/tree'
import { roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { begin, takeBegun } from '../../lib/begun.ts'
import { monotonicMs } from '../../lib/clock.ts'
import { activeRefresh, isNotGone, OPENING_MS, TREE_REFRESH_MS } from '../../lib/query-client.ts'
import { withMessagesSince } from '../../live/rooms.ts'
import { scopeKeyNow } from '../../scope/scope.ts'
import { readInZone } from './in-zone.ts'
import { patchCompany, patchEquipment, patchOrgUnit } from './patch.ts'
import type { Company, Equipment, OrgUnit } from './types.ts'

export const companyKey = ['company'] as const
/** Value in query keys in place of a zone if the period is in the zone of the unit or machine, which only the answer contains. */
export const OWN_ZONE = 'own'

export const orgUnitKey = (id: number) => ['unit', id] as const
export const equipmentKey = (id: number) => ['machine', id] as const

const companyOf = (queryKey: readonly string[], activeOnly: boolean) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Company> => {
      const requestedAt = monotonicMs()
      const { company } = await call(getCompany, { query: { activeOnly }, signal })
      return withMessagesSince(company as Company, roomOfOrgUnit(company.root_org_unit_id), requestedAt, patchCompany)
    },
    staleTime: OPENING_MS,
    refetchInterval: TREE_REFRESH_MS,
  })

/** Query that reads the company with its tree of units and active machines; again every 10 minutes. */
export const companyQuery = companyOf(companyKey, true)
/** Query that reads the company with its tree, also with archived machines; again every 10 minutes. */
export const wholeCompanyQuery = companyOf([...companyKey, 'whole'], false)

/** Query that reads all machines of the company, including archived ones, by name. */
export const allMachinesQuery = queryOptions({
  queryKey: [...companyKey, 'equipment'],
  queryFn: async ({ signal }) => (await call(equipmentOfCompany, { query: {}, signal })).equipment,
})

/** Query that reads all units of the company, with their own time zone and the one in force. */
export const allUnitsQuery = queryOptions({
  queryKey: [...companyKey, 'units'],
  queryFn: async ({ signal }) => (await call(orgUnitsOfCompany, { signal })).orgUnits,
})

/**
 * Query that reads a machine for its form. Live messages do not change this answer, so that the form does not change while it is
 * used.
 */
export const machineFactsQuery = (id: number) =>
  queryOptions({
    queryKey: ['machine-facts', id],
    queryFn: async ({ signal }) => (await call(getEquipment, { params: { id }, query: {}, signal })).equip,
  })

async function readOrgUnit(id: number, signal?: AbortSignal): Promise<OrgUnit> {
  const requestedAt = monotonicMs()
  const unit = await readInZone(`o${id}`, async ({ startDate, endDate, choices }) => {
    const query = { startDate, endDate, ...choices }
    return (await call(getOrgUnit, { params: { id }, query, ...(signal && { signal }) })).orgUnit
  })
  return withMessagesSince(unit, roomOfOrgUnit(id), requestedAt, patchOrgUnit)
}

/**
 * Query that reads a unit with its machines and figures over the period on screen; again every 5 minutes. `scopeKey` comes from
 * `useScopeKey(OWN_ZONE)`. After an answer 404 it is not read again when another part of the page uses it.
 */
export const orgUnitQuery = (id: number, scopeKey: readonly unknown[]) => {
  const queryKey = [...orgUnitKey(id), ...scopeKey]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => takeBegun(queryKey, () => readOrgUnit(id, signal)),
    retryOnMount: isNotGone,
    refetchInterval: activeRefresh,
  })
}

/**
 * Starts to read a unit over the present period while the code of its page is loading. `orgUnitQuery` takes over this request.
 */
export const beginOrgUnit = (id: number): void =>
  begin(orgUnitQuery(id, scopeKeyNow(OWN_ZONE)).queryKey, () => readOrgUnit(id))

async function readEquipment(id: number, signal?: AbortSignal): Promise<Equipment> {
  const requestedAt = monotonicMs()
  const { equip } = await call(getEquipment, { params: { id }, query: {}, ...(signal && { signal }) })
  return withMessagesSince(equip, roomOfEquipment(id), requestedAt, patchEquipment)
}

export const equipmentQuery = (id: number) =>
  queryOptions({
    queryKey: equipmentKey(id),
    queryFn: ({ signal }) => takeBegun(equipmentKey(id), () => readEquipment(id, signal)),
    retryOnMount: isNotGone,
    refetchInterval: activeRefresh,
  })

/** Starts to read a machine while the code of its page is loading. `equipmentQuery` takes over this request. */
export const beginEquipment = (id: number): void => begin(equipmentKey(id), () => readEquipment(id))
