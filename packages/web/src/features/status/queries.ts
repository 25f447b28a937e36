import { statusOfEquipment, statusOfOrgUnit } from '@millwatch/contract/http/status'
import { queryOptions } from '@tanstack/react-query'
import type { Span } from '../../charts/span.ts'
import { call } from '../../lib/api.ts'
import { now, toIso } from '../../lib/clock.ts'
import { ACTIVE_REFRESH_MS } from '../../lib/query-client.ts'

export const DAY_MS = 86_400_000

/** The last 24 hours from the moment of asking. */
const lastDay = () => ({ startDate: toIso(now() - DAY_MS), endDate: toIso(now()) })

const msOf = (seconds: number): number => Math.round(seconds * 1000)

/** Timelines of all machines under a unit, by machine id. */
export const unitTimelinesQuery = (id: number) =>
  queryOptions({
    queryKey: ['timelines', id],
    queryFn: async ({ signal }): Promise<Record<number, Span[]>> => {
      const { equipment } = await call(statusOfOrgUnit, { params: { id }, query: lastDay(), signal })
      return Object.fromEntries(
        equipment.map((machine) => [
          machine.id,
          machine.data.map(([status, from, to]) => ({ status, from: msOf(from), to: to === null ? null : msOf(to) })),
        ]),
      )
    },
    refetchInterval: ACTIVE_REFRESH_MS,
  })

export const machineTimelineQuery = (id: number) =>
  queryOptions({
    queryKey: ['timeline', id],
    queryFn: async ({ signal }): Promise<Span[]> => {
      const { data } = await call(statusOfEquipment, { params: { id }, query: lastDay(), signal })
      return data.map((row) => ({
        status: row.status_id,
        from: Date.parse(row.started_at),
        to: row.ended_at === null ? null : Date.parse(row.ended_at),
      }))
    },
    refetchInterval: ACTIVE_REFRESH_MS,
  })
