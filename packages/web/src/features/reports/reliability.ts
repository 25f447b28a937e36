import type { Answer } from '@millwatch/contract/endpoint'
import { reliabilityOfEquipment, reliabilityOfOrgUnit } from '@millwatch/contract/http/reports-reliability'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { readScope } from '../../scope/scope.ts'

/**
 * MTBF (null: nothing failed) and MTTR (null: no failure has ended) of a machine over a period, with the sums behind them; times
 * in seconds.
 */
export type MachineReliability = Omit<Answer<typeof reliabilityOfOrgUnit>['equipment'][number], 'id'>

/** MTBF and MTTR by the id of the machine. */
export type ReliabilityById = ReadonlyMap<number, MachineReliability>

/**
 * Query that reads MTBF and MTTR of the machines of a unit over the period on screen, in all shifts, as a map by id; again every
 * 5 minutes. `scopeKey` comes from `useScopeKey`, `zone` is the zone of the unit.
 */
export const reliabilityQuery = (id: number, scopeKey: readonly unknown[], zone: string) =>
  queryOptions({
    queryKey: ['reliability', id, ...scopeKey],
    queryFn: async ({ signal }): Promise<ReliabilityById> => {
      const { startDate, endDate } = readScope(zone)
      const query = { startDate, endDate }
      const { equipment } = await call(reliabilityOfOrgUnit, { params: { id }, query, signal })
      return new Map(equipment.map(({ id: machineId, ...figures }) => [machineId, figures]))
    },
    refetchInterval: activeRefresh,
  })

/** Query that reads MTBF and MTTR of one machine over the period on screen, in all shifts; again every 5 minutes. */
export const machineReliabilityQuery = (id: number, scopeKey: readonly unknown[], zone: string) =>
  queryOptions({
    queryKey: ['reliability', 'machine', id, ...scopeKey],
    queryFn: async ({ signal }): Promise<MachineReliability> => {
      const { startDate, endDate } = readScope(zone)
      const query = { startDate, endDate }
      return (await call(reliabilityOfEquipment, { params: { id }, query, signal })).reliability
    },
    refetchInterval: activeRefresh,
  })
