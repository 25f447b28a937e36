import type { Answer } from '@millwatch/contract/endpoint'
import { listParts, listPartsOfEquipment } from '@millwatch/contract/http/parts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'

export type CriticalPart = Answer<typeof listParts>['parts'][number]

/** Interval at which the names of parts are read again, ms: five times that of a report. */
const NAMES_MS = 5 * ACTIVE_REFRESH_MS
const names = { staleTime: NAMES_MS, refetchInterval: NAMES_MS }

/** Beginning of the keys of all queries about parts. */
export const partsKey = ['parts'] as const

/** Query that reads all parts of the company, including removed ones, by number; again every 25 minutes. */
export const allPartsQuery = queryOptions({
  queryKey: ['parts', 'all'],
  queryFn: async ({ signal }) => (await call(listParts, { query: { includeDeleted: true }, signal })).parts,
  ...names,
})

/** Query that reads the parts that are used on a machine, by number; again every 25 minutes. */
export const partsOfMachineQuery = (machineId: number) =>
  queryOptions({
    queryKey: ['parts', machineId],
    queryFn: async ({ signal }) => (await call(listPartsOfEquipment, { params: { id: machineId }, signal })).parts,
    ...names,
  })
