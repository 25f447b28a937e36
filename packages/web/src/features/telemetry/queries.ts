import type { Answer } from '@millwatch/contract/endpoint'
import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now, toIso } from '../../lib/clock.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'

export type RawRow = Answer<typeof rawDataOfEquipment>['data'][number]

const DAY_MS = 86_400_000

/** Every cycle and reading of the last 24 hours. */
export const rawDataQuery = (id: number) =>
  queryOptions({
    queryKey: ['raw-data', id],
    queryFn: async ({ signal }): Promise<RawRow[]> =>
      (
        await call(rawDataOfEquipment, {
          params: { id },
          query: { startDate: toIso(now() - DAY_MS), endDate: toIso(now()) },
          signal,
        })
      ).data,
    refetchInterval: ACTIVE_REFRESH_MS,
    // Tens of thousands of rows: comparing them one by one costs more than drawing them.
    structuralSharing: false,
  })
