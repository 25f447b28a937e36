import type { Answer } from '@millwatch/contract/endpoint'
import { allInOne } from '@millwatch/contract/http/telemetry-series'
import { roomOfEquipment } from '@millwatch/contract/live'
import type { Scope } from '@millwatch/domain/scope'
import type { StopIn } from '@millwatch/domain/stops'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Segment, ShiftSpan } from '../../charts/segment.ts'
import type { Window } from '../../charts/span.ts'
import { patchTimeline } from '../../features/status/patch.ts'
import { appendSeries } from '../../features/telemetry/append.ts'
import { CHART_COLUMNS, type SeriesData } from '../../features/telemetry/charts-props.ts'
import type { Equipment } from '../../features/tree/types.ts'
import type { Figures } from '../../features/utilization/types.ts'
import { call } from '../../lib/api.ts'
import { monotonicMs } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { type LiveBatch, withMessagesSince } from '../../live/rooms.ts'
import { readScope } from '../../scope/scope.ts'

type Result = Answer<typeof allInOne>['result']

/** Interval of status with its annotation. An interval from a live message has no id until it is read. */
export interface StatusSpan extends Segment {
  readonly notes?: string
}

/** Stop of the machine, with its scheduled length inside the period. */
export type Stop = StopIn<StatusSpan>

/** Data that the page of a machine shows for a period; instants are epoch ms. */
export interface MachineData {
  readonly from: number
  readonly to: number
  readonly shift: number
  readonly isLive: boolean
  readonly asOf: number
  readonly intervals: readonly StatusSpan[]
  readonly shifts: readonly ShiftSpan[]
  /** Intervals of contact of the primary device; one that lasts ends at `Infinity`. */
  readonly contact: readonly Window[]
  readonly groups: NonNullable<Result['utilgrp']>
  readonly figures: Figures
  readonly series: SeriesData
}

const msOf = (seconds: number): number => Math.round(seconds * 1000)

function statusSpansOf({ id, status_id, started_at, ended_at, status_reason, notes }: NonNullable<Result['utildtl']>) {
  return id.map((intervalId, i): StatusSpan => {
    const [end, reason, written] = [ended_at[i] ?? null, status_reason[i] ?? null, notes[i] ?? null]
    return {
      id: intervalId,
      status: status_id[i] ?? 0,
      from: msOf(started_at[i] ?? 0),
      to: end === null ? null : msOf(end),
      ...(reason === null ? {} : { reason }),
      ...(written === null ? {} : { notes: written }),
    }
  })
}

function contactOf({ started_at, ended_at }: NonNullable<Result['commdtl']>): Window[] {
  return started_at.map((from, i) => {
    const to = ended_at[i] ?? null
    return { from: msOf(from), to: to === null ? Number.POSITIVE_INFINITY : msOf(to) }
  })
}

/**
 * Converts the answer of the server to the data of the page, with seconds as epoch ms. Throws an error when a part is missing.
 */
function present(result: Result, period: Pick<MachineData, 'from' | 'to' | 'shift' | 'isLive' | 'asOf'>): MachineData {
  const { utildtl, utilgrp, figures, data, commdtl, shifts } = result
  if (!utildtl || !utilgrp || !figures || !data || !commdtl || !shifts) throw new Error('The answer is not whole')
  return {
    ...period,
    intervals: statusSpansOf(utildtl),
    shifts: shifts.map(([from, to, shift]) => ({ from: msOf(from), to: msOf(to), shift })),
    contact: contactOf(commdtl),
    groups: utilgrp,
    figures,
    series: data,
  }
}

/**
 * Returns the first part of the query keys of a machine's data for all periods. Invalidating this key reads all of them again.
 */
export const machineDataKey = (id: number) => ['machine-data', id] as const

type Machine = Pick<Equipment, 'id' | 'actual_timezone' | 'Devices'>
type LeftOut = Pick<Scope, 'ignoreStartupCycles' | 'ignoreOutlierCycles'>

/**
 * Query that reads all data of a machine's page over the period of the scope with one call; `scopeKey` comes from `useScopeKey`.
 * The data of the last period is shown until the new data is loaded.
 */
export const machineDataQuery = (machine: Machine, scopeKey: readonly unknown[], leftOut: LeftOut) =>
  queryOptions({
    queryKey: [
      ...machineDataKey(machine.id),
      ...scopeKey,
      leftOut.ignoreStartupCycles,
      leftOut.ignoreOutlierCycles,
    ] as const,
    queryFn: async ({ signal }): Promise<MachineData> => {
      const requestedAt = monotonicMs()
      const { from, to, startDate, endDate, choices, series, shift, isLive } = readScope(machine.actual_timezone)
      const query = { startDate, endDate, ...choices, ...series, width: CHART_COLUMNS }
      const { result, as_of } = await call(allInOne, { params: { id: machine.id }, query, signal })
      const data = present(result, { from, to, shift, isLive, asOf: Date.parse(as_of) })
      return withMessagesSince(data, roomOfEquipment(machine.id), requestedAt, (before, batch) =>
        patchMachineData(before, batch, machine, leftOut),
      )
    },
    refetchInterval: activeRefresh,
    placeholderData: keepPreviousData,
    // Comparing thousands of numbers would cost more than drawing them.
    structuralSharing: false,
  })

type DataMessages = Pick<LiveBatch, 'status' | 'cycle' | 'tlm'>

/**
 * Returns the data of a period with live messages applied: intervals of status, values later than the last one, and the number of
 * cycles later than `asOf`, without restated ones. Sums of time stay as they were read. Returns the same object when nothing
 * changed, and for a period in the past.
 */
export function patchMachineData(
  before: MachineData,
  batch: DataMessages,
  machine: Pick<Machine, 'Devices'>,
  leftOut: LeftOut,
): MachineData {
  if (!before.isLive) return before
  const intervals = batch.status.reduce<readonly StatusSpan[]>(
    (spans, message) => patchTimeline(spans, message) as readonly StatusSpan[],
    before.intervals,
  )
  const series = appendSeries(before.series, batch, machine, leftOut)
  const fresh = batch.cycle.filter(
    ({ restated, occurred_at }) => !restated && occurred_at !== null && Date.parse(occurred_at) > before.asOf,
  )
  if (intervals === before.intervals && series === before.series && fresh.length === 0) return before
  const cycles = fresh.reduce((sum, { count }) => sum + count, before.figures.cycles)
  return { ...before, intervals, series, figures: { ...before.figures, cycles } }
}
