import { statusOfEquipment } from '@millwatch/contract/http/status'
import { roomOfEquipment } from '@millwatch/contract/live'
import { queryOptions } from '@tanstack/react-query'
import type { Span } from '../../charts/span.ts'
import { call } from '../../lib/api.ts'
import { monotonicMs, now, toIso } from '../../lib/clock.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'
import { withHeardSince } from '../../live/rooms.ts'
import { patchSpans } from './patch.ts'

export const DAY_MS = 86_400_000

/** The last 24 hours from the moment of asking. */
const lastDay = () => ({ startDate: toIso(now() - DAY_MS), endDate: toIso(now()) })

export const machineTimelineQuery = (id: number) =>
  queryOptions({
    queryKey: ['timeline', id],
    queryFn: async ({ signal }): Promise<Span[]> => {
      const asked = monotonicMs()
      const { data } = await call(statusOfEquipment, { params: { id }, query: lastDay(), signal })
      const spans = data.map((row) => ({
        status: row.status_id,
        from: Date.parse(row.started_at),
        to: row.ended_at === null ? null : Date.parse(row.ended_at),
      }))
      return withHeardSince(spans, roomOfEquipment(id), asked, patchSpans)
    },
    refetchInterval: ACTIVE_REFRESH_MS,
  })
