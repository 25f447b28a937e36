import type { Answer } from '@millwatch/contract/endpoint'
import { listTags } from '@millwatch/contract/http/runs-tags'
import { exportRawData, rawDataOfEquipment, type rawKinds } from '@millwatch/contract/http/telemetry'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { readScope, type ScopeQuestion } from '../../scope/scope.ts'

/** Number of rows that a page can show; with one more the server answers that there are too many. */
export const MOST_ROWS = 100_000

/** Cycle or reading: `[occurred (s), cycle_time, temperature_1, analog_in_1, analog_in_1_transformed, tag ids, type]`. */
export type RawEntry = Answer<typeof rawDataOfEquipment>['data'][number]

/** Cycle or reading with its key in the table: the same row has it again at the next reading. */
export type RawRow = readonly [...RawEntry, key: number]

/** Returns the key of a row: unique in its report, and ascending with time. */
export const keyOfRaw = (row: RawRow): number => row[7]

/** Number of rows of one instant that have keys of their own; the key of the last instant fits a number exactly. */
const KEYS_PER_MS = 1024

/** Returns entries in time order with their keys: the instant, and the place among the rows of that instant. */
function keyed(entries: readonly RawEntry[]): RawRow[] {
  let place = 0
  return entries.map((entry, i) => {
    place = i > 0 && entries[i - 1]?.[0] === entry[0] ? place + 1 : 0
    return [...entry, Math.round(entry[0] * 1000) * KEYS_PER_MS + place]
  })
}

/** Kinds of rows by which the table can be filtered. */
export type RawKind = (typeof rawKinds)[number]

const isOfKind: Readonly<Record<RawKind, (row: RawRow) => boolean>> = {
  cycle: (row) => row[6] === 1,
  telemetry: (row) => row[6] === 2,
  cycle_time: (row) => row[1] !== null,
  temperature: (row) => row[2] !== null,
  analog: (row) => row[3] !== null,
}

/** Returns the rows of a kind, in the same order. */
export const rowsOfKind = (rows: readonly RawRow[], kind: RawKind): readonly RawRow[] => rows.filter(isOfKind[kind])

/** Cycles and readings of a machine over a period, epoch ms. */
export interface RawReport {
  readonly from: number
  readonly to: number
  /** The newest first; empty if there are too many. */
  readonly rows: readonly RawRow[]
  /** True if the period has more than 100,000 rows. */
  readonly isTooMuch: boolean
  /** Period and choices with which they were read, for the export of the same rows. */
  readonly question: Pick<ScopeQuestion, 'startDate' | 'endDate' | 'series'>
  /** Instant of the reading. */
  readonly asOf: number
}

async function readRaw(machineId: number, zone: string, signal: AbortSignal): Promise<RawReport> {
  const { from, to, startDate, endDate, series } = readScope(zone)
  const query = { startDate, endDate, ...series, limit: MOST_ROWS + 1 }
  const { data } = await call(rawDataOfEquipment, { params: { id: machineId }, query, signal })
  const isTooMuch = data.length > MOST_ROWS
  return {
    from,
    to,
    rows: isTooMuch ? [] : keyed(data).reverse(),
    isTooMuch,
    question: { startDate, endDate, series },
    asOf: now(),
  }
}

/** Query that reads the raw data of a machine; `key` is from `useScopeKey(zone)` and has the choice of cycles. */
export const rawDataQuery = (machineId: number, zone: string, key: readonly unknown[]) =>
  queryOptions({
    queryKey: ['report-data', machineId, ...key],
    queryFn: ({ signal }) => readRaw(machineId, zone, signal),
    placeholderData: keepPreviousData,
    refetchInterval: activeRefresh,
    // Comparing so many rows with the earlier ones takes longer than rendering those in view.
    structuralSharing: false,
    gcTime: 60_000,
  })

/** Query that reads the names of all tags of the company by their ids. */
export const tagNamesQuery = queryOptions({
  queryKey: ['tags', 'names'],
  queryFn: async ({ signal }) => {
    const { tags } = await call(listTags, { query: {}, signal })
    return new Map(tags.map(({ id, name }) => [id, name]))
  },
  staleTime: 60_000,
})

/** Returns the address of a file (CSV or JSON) with the rows of a report, or those of one kind. */
export function exportAddress(
  machineId: number,
  { question }: RawReport,
  format: 'csv' | 'json',
  only?: RawKind,
): string {
  const { startDate, endDate, series } = question
  const search = new URLSearchParams({ startDate, endDate, format })
  for (const name of Object.keys(series)) search.set(name, 'true')
  if (only !== undefined) search.set('only', only)
  return `${exportRawData.path.replace(':id', String(machineId))}?${search}`
}
