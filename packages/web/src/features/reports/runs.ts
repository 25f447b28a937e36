import type { Answer } from '@millwatch/contract/endpoint'
import { runsOfEquipment, runsOfOrgUnit } from '@millwatch/contract/http/reports'
import { isEndedIn, type RunResult } from '@millwatch/domain/runs'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { fromIso, now } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { readScope } from '../../scope/scope.ts'
import type { Subject } from '../../scope/subject.ts'

/** Run of a machine with its tags, times and numbers of parts, as a row of the report. */
export interface ReportRun extends RunResult {
  readonly id: number
  readonly machineId: number
  readonly machine: string
  /** Names of the tags of the run. */
  readonly tags: readonly string[]
  /** Start and end of the run, epoch ms; `endedAt` is null while the run is active. */
  readonly startedAt: number
  readonly endedAt: number | null
}

/** Runs of a machine or unit that overlap a period; instants are epoch ms. */
export interface RunsReport {
  readonly from: number
  readonly to: number
  /** True if the period ends at the present. */
  readonly isLive: boolean
  /** Runs that ended in the period, the last to end first. */
  readonly ended: readonly ReportRun[]
  /** Runs that had not ended at the end of the period, ascending by start. */
  readonly goingOn: readonly ReportRun[]
  /** Instant at which the report was read, epoch ms. */
  readonly asOf: number
}

type AnsweredRun = Answer<typeof runsOfOrgUnit>['runs'][number]

const asReportRun = (run: AnsweredRun): ReportRun => ({
  id: run.id,
  machineId: run.equipment_id,
  machine: run.equipment_name,
  tags: run.tags.map(({ name }) => name),
  startedAt: Date.parse(run.started_at),
  endedAt: fromIso(run.ended_at),
  partsDesired: run.parts_desired,
  partsActual: run.parts_actual,
  scrapQty: run.scrap_qty,
})

const lastFirst = (a: ReportRun, b: ReportRun): number => (b.endedAt ?? 0) - (a.endedAt ?? 0) || b.id - a.id

/** Reads the runs of a machine, or of all machines under a unit, that overlap the period on screen. */
async function readRuns({ which, id }: Subject, zone: string, signal: AbortSignal): Promise<RunsReport> {
  const { from, to, isLive, startDate, endDate } = readScope(zone)
  const request = { params: { id }, query: { startDate, endDate }, signal }
  const { runs } = which === 'o' ? await call(runsOfOrgUnit, request) : await call(runsOfEquipment, request)
  const all = runs.map(asReportRun)
  // A run can end between the request and its answer.
  const period = { from, to: isLive ? Number.POSITIVE_INFINITY : to }
  return {
    from,
    to,
    isLive,
    ended: all.filter((run) => isEndedIn(run, period)).toSorted(lastFirst),
    goingOn: all.filter((run) => !isEndedIn(run, period)).toSorted((a, b) => a.startedAt - b.startedAt),
    asOf: now(),
  }
}

/**
 * Query that reads the report of runs over the period on screen; again every 5 minutes. `scopeKey` comes from
 * `useScopeKey(zone)`. The previous report stays until the new one is read.
 */
export const runsReportQuery = (subject: Subject, zone: string, scopeKey: readonly unknown[]) =>
  queryOptions({
    queryKey: ['report-runs', subject.which, subject.id, ...scopeKey],
    queryFn: ({ signal }) => readRuns(subject, zone, signal),
    placeholderData: keepPreviousData,
    refetchInterval: activeRefresh,
  })
