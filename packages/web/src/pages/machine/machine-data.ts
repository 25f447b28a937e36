import type { Answer } from '@millwatch/contract/endpoint'
import { allInOne } from '@millwatch/contract/http/series'
import { roomOfEquipment } from '@millwatch/contract/live'
import type { Scope } from '@millwatch/domain/scope'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Piece, ShiftSpan } from '../../charts/piece.ts'
import type { Window } from '../../charts/span.ts'
import { patchTimeline } from '../../features/status/patch.ts'
import { appendSeries } from '../../features/telemetry/append.ts'
import { CHART_COLUMNS, type SeriesData } from '../../features/telemetry/charts-props.ts'
import type { Equipment } from '../../features/tree/types.ts'
import type { Figures } from '../../features/utilization/types.ts'
import { call } from '../../lib/api.ts'
import { monotonicMs } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { type LiveBatch, withHeardSince } from '../../live/rooms.ts'
import { readScope } from '../../scope/scope.ts'

type Result = Answer<typeof allInOne>['result']

/** A stretch of status with what people wrote on it; without an id: told live, and not read yet. */
export interface Stretch extends Piece {
  readonly notes?: string
}

/** All that the page of a machine draws of a period. */
export interface MachineData {
  readonly from: number
  readonly to: number
  readonly shift: number
  readonly isLive: boolean
  readonly asOf: number
  readonly stretches: readonly Stretch[]
  readonly shifts: readonly ShiftSpan[]
  /** Stretches of contact of the primary device. */
  readonly contact: readonly Window[]
  readonly groups: NonNullable<Result['utilgrp']>
  readonly figures: Figures
  readonly series: SeriesData
}

const msOf = (seconds: number): number => Math.round(seconds * 1000)

function stretchesOf({ id, status_id, started_at, ended_at, status_reason, notes }: NonNullable<Result['utildtl']>) {
  return id.map((one, i): Stretch => {
    const [end, reason, written] = [ended_at[i] ?? null, status_reason[i] ?? null, notes[i] ?? null]
    return {
      id: one,
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

/** What the answer says, as it is drawn; a whole answer has every part. */
function present(result: Result, asked: Pick<MachineData, 'from' | 'to' | 'shift' | 'isLive' | 'asOf'>): MachineData {
  const { utildtl, utilgrp, figures, data, commdtl, shifts } = result
  if (!utildtl || !utilgrp || !figures || !data || !commdtl || !shifts) throw new Error('The answer is not whole')
  return {
    ...asked,
    stretches: stretchesOf(utildtl),
    shifts: shifts.map(([from, to, shift]) => ({ from: msOf(from), to: msOf(to), shift })),
    contact: contactOf(commdtl),
    groups: utilgrp,
    figures,
    series: data,
  }
}

/** Of every period of this machine. */
export const machineDataKey = (id: number) => ['machine-data', id] as const

type Machine = Pick<Equipment, 'id' | 'actual_timezone' | 'Devices'>
type LeftOut = Pick<Scope, 'ignoreStartupCycles' | 'ignoreOutlierCycles'>

/**
 * Everything drawn of a machine over the period of the scope, in one answer; `scopeKey` is that of `useScopeKey`. Another
 * period takes the place of the one that is still being read.
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
      const heardFrom = monotonicMs()
      const { from, to, startDate, endDate, choices, series, shift, isLive } = readScope(machine.actual_timezone)
      const query = { startDate, endDate, ...choices, ...series, width: CHART_COLUMNS }
      const { result, as_of } = await call(allInOne, { params: { id: machine.id }, query, signal })
      const data = present(result, { from, to, shift, isLive, asOf: Date.parse(as_of) })
      return withHeardSince(data, roomOfEquipment(machine.id), heardFrom, (known, batch) =>
        patchMachineData(known, batch, machine, leftOut),
      )
    },
    refetchInterval: activeRefresh,
    placeholderData: keepPreviousData,
    // Thousands of numbers: comparing them one by one costs more than drawing them.
    structuralSharing: false,
  })

type Told = Pick<LiveBatch, 'status' | 'cycle' | 'tlm'>

/**
 * The period after what was told: statuses, values behind those it has, and cycles that ended after it was read. What else
 * they change is read again.
 */
export function patchMachineData(
  known: MachineData,
  batch: Told,
  machine: Pick<Machine, 'Devices'>,
  leftOut: LeftOut,
): MachineData {
  if (!known.isLive) return known
  const stretches = batch.status.reduce<readonly Stretch[]>(
    (before, told) => patchTimeline(before, told) as readonly Stretch[],
    known.stretches,
  )
  const series = appendSeries(known.series, batch, machine, leftOut)
  const fresh = batch.cycle.filter(
    ({ restated, occurred_at }) => !restated && occurred_at !== null && Date.parse(occurred_at) > known.asOf,
  )
  if (stretches === known.stretches && series === known.series && fresh.length === 0) return known
  const cycles = fresh.reduce((sum, { count }) => sum + count, known.figures.cycles)
  return { ...known, stretches, series, figures: { ...known.figures, cycles } }
}
