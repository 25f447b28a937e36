import { downtimeOfEquipment, runsOfEquipment } from '@millwatch/contract/http/reports'
import { DAY_MS, MINUTE_MS, type Range } from '@millwatch/domain/time'
import { queryOptions } from '@tanstack/react-query'
import { readStatuses } from '../../features/status/previews.ts'
import { downtimeKey, stopsOf } from '../../features/stops/downtime.ts'
import { call } from '../../lib/api.ts'
import { now, toIso } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'

/** Time before now (ms) whose stops are read, to derive likely reasons. */
const STOPS_MS = 14 * DAY_MS
/** Time before now (ms) whose runs are read, to derive the usual rate of a run. */
const RUNS_MS = 90 * DAY_MS
const RUNS_FRESH_MS = 5 * MINUTE_MS

/**
 * Query that reads the excessive stops of a machine in the last 14 days, newest first, with the instant of the reading. Read
 * again every 5 minutes.
 */
export const operatorStopsQuery = (id: number) =>
  queryOptions({
    queryKey: [...downtimeKey({ which: 'e', id }), 'operator'],
    queryFn: async ({ signal }) => {
      const query = { startDate: toIso(now() - STOPS_MS) }
      const answer = await call(downtimeOfEquipment, { params: { id }, query, signal })
      return { stops: stopsOf(answer), message: answer.message ?? null, readAt: now() }
    },
    refetchInterval: activeRefresh,
  })

/**
 * Query that reads the runs of a machine in the last 90 days, from which the usual rate of a run is derived. An answer is fresh
 * for 5 minutes.
 */
export const runHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: ['report-runs', 'operator', id],
    queryFn: async ({ signal }) => {
      const query = { startDate: toIso(now() - RUNS_MS), endDate: toIso(now()) }
      const { runs } = await call(runsOfEquipment, { params: { id }, query, signal })
      return runs.map((run) => ({
        id: run.id,
        startedAt: Date.parse(run.started_at),
        endedAt: run.ended_at === null ? null : Date.parse(run.ended_at),
        tagIds: run.tag_ids,
        parts: run.parts_actual,
        durationS: run.duration_s,
      }))
    },
    staleTime: RUNS_FRESH_MS,
  })

/** Width requested for the line of the shift, px. */
const LINE_PX = 1600

/**
 * Returns the first part of the query keys of the lines of a machine's shifts. It begins with `previews`, so that facts that
 * change previews read the lines again too.
 */
export const shiftLineKey = (id: number) => ['previews', 'operator', id] as const

/**
 * Query that reads the statuses of a machine from the start of a shift up to its end or now, whichever is earlier (epoch ms). Its
 * key has only the start, and it is read again every 5 minutes.
 */
export const shiftLineQuery = (id: number, { from, to }: Range) =>
  queryOptions({
    queryKey: [...shiftLineKey(id), from],
    queryFn: ({ signal }) => readStatuses(id, { from, to: Math.min(to, now()) }, LINE_PX, signal),
    refetchInterval: activeRefresh,
    structuralSharing: false,
  })
