import { shiftsOfEquipment, shiftsOfOrgUnit } from '@millwatch/contract/http/reports'
import type { ShownShift } from '@millwatch/domain/shifts'
import { DAY_MS, type Range } from '@millwatch/domain/time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { now, toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { dayIn, startOfDay } from '../../lib/zoned.ts'
import { readScope } from '../../scope/scope.ts'
import type { Subject } from '../../scope/subject.ts'

/** Shifts of machines that were or will be in force over a period, epoch ms. */
export interface ShiftHistory extends Range {
  readonly rows: readonly ShownShift[]
  /** Instant at which the history was read, epoch ms. */
  readonly asOf: number
  /** Key of the period on screen for which the history was read. */
  readonly scopeKey: readonly unknown[]
}

/**
 * Returns the period over which shift history is read. A period that reaches into today or later in `zone` is extended or cut to
 * the end of tomorrow, since shifts are written so far ahead. One that ends when today begins, or earlier, is unchanged. `at` is
 * now, epoch ms.
 */
export function throughTomorrow({ from, to }: Range, zone: string, at: number): Range {
  const today = dayIn(at, zone)
  // The end is exclusive: a period that ends when today begins is of yesterday.
  if (dayIn(to - 1, zone) < today) return { from, to }
  return { from, to: startOfDay(toIso(Date.parse(today) + 2 * DAY_MS).slice(0, 10), zone) }
}

/** Beginning of the keys of all queries that read shift history. */
export const shiftHistoryKey = ['shift-history'] as const

/**
 * Query that reads the shift history of a unit or machine over the period on screen; a period that reaches today goes through the
 * end of tomorrow. It is read again every 5 minutes, and the previous answer stays until the new one is read. `scopeKey` comes
 * from `useScopeKey(zone)`.
 */
export const shiftHistoryQuery = ({ which, id }: Subject, zone: string, scopeKey: readonly unknown[]) =>
  queryOptions({
    queryKey: ['shift-history', which, id, ...scopeKey],
    queryFn: async ({ signal }): Promise<ShiftHistory> => {
      const at = now()
      const question = readScope(zone, at)
      const period = throughTomorrow(question, question.tz, at)
      const query = { startDate: toIso(period.from), endDate: toIso(period.to) }
      const endpoint = which === 'o' ? shiftsOfOrgUnit : shiftsOfEquipment
      const { shifts } = await call(endpoint, { params: { id }, query, signal })
      const rows = shifts.map(([startS, endS, shift, rowId, equipmentId]) => ({
        id: rowId,
        equipmentId,
        shift,
        startedAt: Math.round(startS * 1000),
        endedAt: Math.round(endS * 1000),
      }))
      return { ...period, rows, asOf: at, scopeKey }
    },
    placeholderData: keepPreviousData,
    refetchInterval: activeRefresh,
  })

const COLUMNS = ['equipment', 'shift', 'start', 'end', 'id'] as const

type ShiftLine = Readonly<Record<(typeof COLUMNS)[number], string | number>>

/** Returns a row of a file for each shift, in the same order. Instants are ISO 8601; shift 0 is time without a shift. */
export const shiftLines = (rows: readonly ShownShift[], nameOf: (equipmentId: number) => string): ShiftLine[] =>
  rows.map(({ id, equipmentId, shift, startedAt, endedAt }) => ({
    equipment: nameOf(equipmentId),
    shift,
    start: toIso(startedAt),
    end: toIso(endedAt),
    id,
  }))

export const shiftCsv = (lines: readonly ShiftLine[]): string =>
  csvRows([COLUMNS, ...lines.map((line) => COLUMNS.map((name) => line[name]))])
