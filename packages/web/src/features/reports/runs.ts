import type { Answer } from '@millwatch/contract/endpoint'
import { runsOfEquipment, runsOfOrgUnit } from '@millwatch/contract/http/reports'
import { isEndedIn, type RunResult } from '@millwatch/domain/runs'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { fromIso, now } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { readScope } from '../../scope/scope.ts'
import type { Subject } from '../../scope/subject.ts'

/** Run in the report of runs. */
export interface ReportRun extends RunResult {
  readonly id: number
  readonly machineId: number
  readonly machine: string
  /** Names of its tags. */
  readonly tags: readonly string[]
  /** Start and end, epoch ms; `endedAt` is null while it is active. */
  readonly startedAt: number
  readonly endedAt: number | null
}

/** Runs that touch a period, epoch ms. */
export interface RunsReport {
  readonly from: number
  readonly to: number
  /** True if the period ends now. */
  readonly isLive: boolean
  /** Runs that ended in the period, the last first. */
  readonly ended: readonly ReportRun[]
  /** Runs that went on at the end of the period, in order of their start. */
  readonly goingOn: readonly ReportRun[]
  /** Instant of the reading. */
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

/** Reads the runs of a machine, or of all machines under a unit, that touch the period of the scope. */
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

/** Query that reads the report of runs; `scopeKey` is from `useScopeKey(zone)`. */
export const runsReportQuery = (subject: Subject, zone: string, scopeKey: readonly unknown[]) =>
  queryOptions({
    queryKey: ['report-runs', subject.which, subject.id, ...scopeKey],
    queryFn: ({ signal }) => readRuns(subject, zone, signal),
    placeholderData: keepPreviousData,
    refetchInterval: activeRefresh,
  })
