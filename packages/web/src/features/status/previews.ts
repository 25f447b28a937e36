import { drawnOfEquipment } from '@millwatch/contract/http/status-drawn'
import { roomOfOrgUnit } from '@millwatch/contract/live'
import type { Range } from '@millwatch/domain/time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { monotonicMs, toIso } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { withMessagesSince } from '../../live/rooms.ts'
import { readScope } from '../../scope/scope.ts'
import { BatchedReader } from './gathering.ts'
import { byMachine, patchPreview } from './patch.ts'
import { type DrawnStatuses, type Preview, previewOf } from './preview.ts'

/**
 * Parameters of a preview: the unit on screen and its zone, the period (`scopeKey`), the width in px, and the amount of detail.
 */
export interface PreviewKind {
  readonly unitId: number
  readonly zone: string
  readonly scopeKey: readonly unknown[]
  readonly width: number
  /** True: with ids, reasons and shifts; false: with the last cycles instead. */
  readonly detail: boolean
  /** Length in ms of the last part of the period to which the preview is limited; absent: the whole period. */
  readonly lastMs?: number
}

/**
 * Returns the start of the last `lastMs` of a period, epoch ms, but not before its start; without `lastMs` the start of the
 * period.
 */
export const startWithin = ({ from, to }: Range, lastMs: number | undefined): number =>
  Math.max(from, to - (lastMs ?? to - from))

/** Number of the last cycles in a preview, about the width in px of their line on a tile. */
export const SPARK_CYCLES = 60

/**
 * Reads the status timeline of one machine over a range of time (epoch ms) with ids and reasons, drawn for `width` px. It is
 * empty if the server returns no machine.
 */
export async function readStatuses(
  id: number,
  range: Range,
  width: number,
  signal: AbortSignal,
): Promise<DrawnStatuses> {
  const query = { ids: String(id), startDate: toIso(range.from), endDate: toIso(range.to), width, detail: true }
  const { equipment } = await call(drawnOfEquipment, { query, signal })
  const drawn = equipment.map(previewOf)
  return {
    segments: drawn.flatMap(({ segments }) => segments),
    unscheduled: drawn.flatMap(({ unscheduled }) => unscheduled),
  }
}

/** Largest number of machines in one call. */
const MOST_AT_ONCE = 100

/**
 * Reader that reads the previews requested within 40 ms with one call for each kind and at most 100 machines, and applies the
 * live messages that came since the call began.
 */
const previews = new BatchedReader<PreviewKind, number, Preview>(
  MOST_AT_ONCE,
  async ({ zone, width, detail, unitId, lastMs }, ids) => {
    const requestedAt = monotonicMs()
    const scope = readScope(zone)
    const { endDate, series } = scope
    const startDate = toIso(startWithin(scope, lastMs))
    const extra = detail ? { detail } : { cycles: SPARK_CYCLES }
    const query = { ids: ids.join(','), startDate, endDate, width, ...extra, ...series }
    const { equipment } = await call(drawnOfEquipment, { query })
    return new Map(
      equipment.map((machine) => [
        machine.id,
        withMessagesSince(previewOf(machine), roomOfOrgUnit(unitId), requestedAt, (preview, batch) => {
          const messages = byMachine(batch).get(machine.id)
          return messages === undefined ? preview : patchPreview(preview, messages, SPARK_CYCLES)
        }),
      ]),
    )
  },
)

/** Returns the beginning of the query keys of all previews on the page of a unit; invalidating it reads them again. */
export const previewsKey = (unitId: number) => ['previews', unitId] as const

/**
 * Query that reads the preview of one machine on the page of a unit; requests within 40 ms share one call for up to 100 machines.
 * The previous preview stays until the new one is read; it is read again every 5 minutes.
 */
export const previewQuery = (machineId: number, kind: PreviewKind) =>
  queryOptions({
    queryKey: [...previewsKey(kind.unitId), machineId, kind.width, kind.detail, kind.lastMs, ...kind.scopeKey],
    queryFn: ({ signal }) => previews.ask(kind, machineId, signal),
    refetchInterval: activeRefresh,
    // The preview of the last period stays visible until the new one is loaded.
    placeholderData: keepPreviousData,
    // A row out of view for half a minute is loaded again.
    gcTime: 30_000,
    // Rows in view are kept current by live messages.
    staleTime: 20_000,
  })
