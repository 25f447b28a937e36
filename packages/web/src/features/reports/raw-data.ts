import type { Answer } from '@millwatch/contract/endpoint'
import { listTags } from '@millwatch/contract/http/runs-tags'
import { exportRawData, rawDataOfEquipment, type rawKinds } from '@millwatch/contract/http/telemetry'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now } from '../../lib/clock.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { readScope, type ScopeQuestion } from '../../scope/scope.ts'

/** Number of rows that a page shows, at most; a period with more shows none. */
export const MOST_ROWS = 100_000

/**
 * Cycle or reading: `[occurred (s), cycle_time, temperature_1, analog_in_1, analog_in_1_transformed, tag ids, type]`. Missing
 * values are null; the type is 1 for a cycle, 2 for a reading.
 */
export type RawEntry = Answer<typeof rawDataOfEquipment>['data'][number]

/** Cycle or reading with its key in the table, which stays the same when the report is read again. */
export type RawRow = readonly [...RawEntry, key: number]

/** Returns the key of a row. It is unique in its report and ascends with time. */
export const keyOfRaw = (row: RawRow): number => row[7]

/** Factor by which the instant (ms) is multiplied in a key, so that 1024 rows of one instant have different keys. */
const KEYS_PER_MS = 1024

/**
 * Returns entries, which must be in time order, with their keys: the instant in ms times 1024, plus the place among the entries
 * of that instant.
 */
function keyed(entries: readonly RawEntry[]): RawRow[] {
  let place = 0
  return entries.map((entry, i) => {
    place = i > 0 && entries[i - 1]?.[0] === entry[0] ? place + 1 : 0
    return [...entry, Math.round(entry[0] * 1000) * KEYS_PER_MS + place]
  })
}

/** Kind of rows by which the table can be filtered: cycles, readings, or rows with a value in one of the columns. */
export type RawKind = (typeof rawKinds)[number]

const isOfKind: Readonly<Record<RawKind, (row: RawRow) => boolean>> = {
  cycle: (row) => row[6] === 1,
  telemetry: (row) => row[6] === 2,
  cycle_time: (row) => row[1] !== null,
  temperature: (row) => row[2] !== null,
  analog: (row) => row[3] !== null,
}

/**
 * Returns the rows of a kind, in the same order. `cycle` and `telemetry` select by the type of the row, the other kinds rows with
 * that value.
 */
export const rowsOfKind = (rows: readonly RawRow[], kind: RawKind): readonly RawRow[] => rows.filter(isOfKind[kind])

/** Cycles and readings of a machine over a period; instants are epoch ms. */
export interface RawReport {
  readonly from: number
  readonly to: number
  /** Rows of the period, the newest first; empty if there are too many. */
  readonly rows: readonly RawRow[]
  /** True if the period has more than 100,000 rows. */
  readonly isTooMuch: boolean
  /** Period with which the rows were read, so that an export has the same rows. */
  readonly question: Pick<ScopeQuestion, 'startDate' | 'endDate'>
  /** Instant at which the report was read, epoch ms. */
  readonly asOf: number
}

async function readRaw(machineId: number, zone: string, signal: AbortSignal): Promise<RawReport> {
  const { from, to, startDate, endDate } = readScope(zone)
  const query = { startDate, endDate, limit: MOST_ROWS + 1 }
  const { data } = await call(rawDataOfEquipment, { params: { id: machineId }, query, signal })
  const isTooMuch = data.length > MOST_ROWS
  return {
    from,
    to,
    rows: isTooMuch ? [] : keyed(data).reverse(),
    isTooMuch,
    question: { startDate, endDate },
    asOf: now(),
  }
}

/**
 * Query that reads all cycles and readings of a machine over the period on screen, also those that charts leave out; again every
 * 5 minutes. `key` comes from `useScopeKey(zone)`. The previous report stays until the new one is read.
 */
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

/** Query that reads the names of all tags of the company, including inactive ones, as a map by id. */
export const tagNamesQuery = queryOptions({
  queryKey: ['tags', 'names'],
  queryFn: async ({ signal }) => {
    const { tags } = await call(listTags, { query: {}, signal })
    return new Map(tags.map(({ id, name }) => [id, name]))
  },
  staleTime: 60_000,
})

/**
 * Returns the path and query, without host, of a file (CSV or JSON) with the raw data of a machine over the period of the report,
 * or with those of the kind `only`.
 */
export function exportAddress(
  machineId: number,
  { question }: RawReport,
  format: 'csv' | 'json',
  only?: RawKind,
): string {
  const { startDate, endDate } = question
  const search = new URLSearchParams({ startDate, endDate, format })
  if (only !== undefined) search.set('only', only)
  return `${exportRawData.path.replace(':id', String(machineId))}?${search}`
}
