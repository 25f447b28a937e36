import { trippedMachines } from '@millwatch/contract/http/alarms'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { ACTIVE_REFRESH_MS, activeRefresh } from '../../lib/query-client.ts'
import { useIsPageReading } from '../../scope/page-read.ts'
import type { TreeRow } from './rows.ts'
import { trippedOf } from './tripped.ts'

/**
 * Query that reads the number of tripped alarms, without maintenance, by machine id; again every 5 minutes, and after a change of
 * alarms. Machines without tripped alarms and archived ones are absent.
 */
const trippedQuery = queryOptions({
  queryKey: ['tripped-machines'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<number, number>> => {
    const { machines } = await call(trippedMachines, { query: {}, signal })
    return new Map(machines.map(({ id, tripped }) => [id, tripped]))
  },
  // A page that redirects is read twice; this answer is not.
  staleTime: ACTIVE_REFRESH_MS,
  refetchInterval: activeRefresh,
})

const none: ReadonlyMap<number, number> = new Map()

/**
 * Returns a function that returns the number of tripped alarms that a row marks. The numbers are read after the page itself;
 * until then it is 0.
 */
export function useTripped(): (row: TreeRow) => number {
  const { data = none } = useQuery({ ...trippedQuery, enabled: !useIsPageReading() })
  return (row) => trippedOf(row, data)
}
