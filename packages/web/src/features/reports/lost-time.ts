import type { Answer } from '@millwatch/contract/endpoint'
import { lostTimeOfOrgUnit } from '@millwatch/contract/http/reports'
import { normaliseSchedule, shiftsOfSchedule, type WeekOfRanges } from '@millwatch/domain/schedules'
import { type LostShift, occurrencesOf, type Shift } from '@millwatch/domain/shifts'
import { DAY_MS, type Range } from '@millwatch/domain/time'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { fromIso, toIso } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import { activeRefresh } from '../../lib/query-client.ts'
import { dayIn } from '../../lib/zoned.ts'
import { readScope } from '../../scope/scope.ts'

type Reported = Answer<typeof lostTimeOfOrgUnit>

/** Lost time of one shift of a machine, as the report has it; instants are epoch ms. */
export interface LostRow extends LostShift {
  readonly name: string
  /** True when it is over and the machine never ran in it. */
  readonly isFull: boolean
  readonly isStartExcessive: boolean
  readonly isEndExcessive: boolean
  /** First and last instant of running in it; null: none. */
  readonly ranFrom: number | null
  readonly ranTo: number | null
}

/** Report of lost time over a period. */
export interface LostReport extends Range {
  readonly rows: readonly LostRow[]
  /** Machines without shifts in their schedule. */
  readonly exceptions: Reported['exceptions']
  readonly asOf: number
  /** Key of the scope for which it was read. */
  readonly scopeKey: readonly unknown[]
}

const rowOf = (row: Reported['report'][number]): LostRow => ({
  equipmentId: row.equipId,
  name: row.equipName,
  date: row.date,
  shift: row.shift,
  from: Date.parse(row.start),
  to: Date.parse(row.end),
  lateStartMs: Math.round(row.lateStart * 1000),
  earlyShutdownMs: Math.round(row.earlyShutdown * 1000),
  isFull: row.full,
  isStartExcessive: row.excessiveDowntimeStart,
  isEndExcessive: row.excessiveDowntimeShutdown,
  ranFrom: fromIso(row.ran_from),
  ranTo: fromIso(row.ran_to),
})

/**
 * Query that reads the lost time of a unit over the period of the scope; `scopeKey` comes from `useScopeKey(zone)`, without
 * the shift, since the report has all shifts. A new period cancels the request for the one before.
 */
export const lostTimeQuery = (id: number, zone: string, scopeKey: readonly unknown[]) =>
  queryOptions({
    queryKey: ['lost-time', id, ...scopeKey],
    queryFn: async ({ signal }): Promise<LostReport> => {
      const { startDate, endDate, from, to } = readScope(zone)
      const read = await call(lostTimeOfOrgUnit, { params: { id }, query: { startDate, endDate }, signal })
      return {
        rows: read.report.map(rowOf),
        exceptions: read.exceptions,
        asOf: Date.parse(read.as_of),
        from,
        to,
        scopeKey,
      }
    },
    placeholderData: keepPreviousData,
    refetchInterval: activeRefresh,
  })

/** Returns the local days (`2026-03-08`) of a period in a zone, ascending, up to the day of `now` (epoch ms). */
export function daysOf({ from, to }: Range, zone: string, now: number): string[] {
  const last = dayIn(Math.max(from, Math.min(to - 1, now)), zone)
  const days: string[] = []
  for (let at = Date.parse(dayIn(from, zone)); at <= Date.parse(last); at += DAY_MS) days.push(toIso(at).slice(0, 10))
  return days
}

/** Returns the shifts 1 to 3 of a schedule that begin on the local day of `now` (epoch ms) after `now`, ascending. */
export function shiftsAhead(schedule: WeekOfRanges, zone: string, now: number): Shift[] {
  const today = dayIn(now, zone)
  const around = { from: now - 2 * DAY_MS, to: now + 2 * DAY_MS }
  const ahead = occurrencesOf(shiftsOfSchedule(normaliseSchedule(schedule), zone, around)).filter(
    ({ from, shift }) => shift !== 0 && from > now && dayIn(from, zone) === today,
  )
  return [...new Set(ahead.map(({ shift }) => shift))].sort()
}

const COLUMNS = [
  'equipment',
  'date',
  'shift',
  'start',
  'end',
  'ran_from',
  'ran_to',
  'late_start_s',
  'early_shutdown_s',
  'full',
  'excessive_start',
  'excessive_shutdown',
] as const

type LostLine = Readonly<Record<(typeof COLUMNS)[number], string | number | boolean | null>>

/** Returns one row of a file for each shift, in the same order; times are ISO 8601. */
export const lostLines = (rows: readonly LostRow[]): LostLine[] =>
  rows.map((row) => ({
    equipment: row.name,
    date: row.date,
    shift: row.shift,
    start: toIso(row.from),
    end: toIso(row.to),
    ran_from: row.ranFrom === null ? null : toIso(row.ranFrom),
    ran_to: row.ranTo === null ? null : toIso(row.ranTo),
    late_start_s: row.lateStartMs / 1000,
    early_shutdown_s: row.earlyShutdownMs / 1000,
    full: row.isFull,
    excessive_start: row.isStartExcessive,
    excessive_shutdown: row.isEndExcessive,
  }))

export const lostCsv = (lines: readonly LostLine[]): string =>
  csvRows([
    COLUMNS,
    ...lines.map((line) =>
      COLUMNS.map((name) => {
        const value = line[name]
        return typeof value === 'boolean' ? String(value) : value
      }),
    ),
  ])
