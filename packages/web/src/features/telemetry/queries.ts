import { rawDataOfEquipment } from '@millwatch/contract/http/telemetry'
import { roomOfEquipment } from '@millwatch/contract/live'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { monotonicMs, now, toIso } from '../../lib/clock.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { withHeardSince } from '../../live/rooms.ts'
import { appendRows, type RawRow } from './patch.ts'

const DAY_MS = 86_400_000

/** Every cycle and reading of the last 24 hours. */
export const rawDataQuery = (id: number) =>
  queryOptions({
    queryKey: ['raw-data', id],
    queryFn: async ({ signal }): Promise<RawRow[]> => {
      const asked = monotonicMs()
      const query = { startDate: toIso(now() - DAY_MS), endDate: toIso(now()) }
      const { data } = await call(rawDataOfEquipment, { params: { id }, query, signal })
      return withHeardSince(data, roomOfEquipment(id), asked, appendRows)
    },
    refetchInterval: ACTIVE_REFRESH_MS,
    // Tens of thousands of rows: comparing them one by one costs more than drawing them.
    structuralSharing: false,
  })
