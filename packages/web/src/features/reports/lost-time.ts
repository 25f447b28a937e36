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

/** Lost time of a machine in one shift; instants are epoch ms. */
export interface LostRow extends LostShift {
  readonly name: string
  /** True if the shift is over and the machine never ran in it. */
  readonly isFull: boolean
  readonly isStartExcessive: boolean
  readonly isEndExcessive: boolean
  /** First and last instant at which the machine ran in the shift, epoch ms; null: it did not run. */
  readonly ranFrom: number | null
  readonly ranTo: number | null
}

/** Lost time of the shifts of all machines of a unit over a period. */
export interface LostReport extends Range {
  readonly rows: readonly LostRow[]
  /** Active machines whose schedule has no shifts now. They can still have rows, for earlier shifts. */
  readonly exceptions: Reported['exceptions']
  readonly asOf: number
  /** Key of the period for which the report was read. */
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
 * Query that reads the lost time of the machines of a unit in all shifts that touch the period on screen; again every 5 minutes.
 * `scopeKey` comes from `useScopeKey(zone)`, without the shift. The previous report stays until the new one is read.
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

/**
 * Returns the local days (`2026-03-08`) of a period in a zone, ascending, up to the day of `now` (epoch ms). At least the first
 * day is in the list; a period that ends at midnight does not contain the next day.
 */
export function daysOf({ from, to }: Range, zone: string, now: number): string[] {
  const last = dayIn(Math.max(from, Math.min(to - 1, now)), zone)
  const days: string[] = []
  for (let at = Date.parse(dayIn(from, zone)); at <= Date.parse(last); at += DAY_MS) days.push(toIso(at).slice(0, 10))
  return days
}

/**
 * Returns the numbers (1 to 3) of the shifts of a schedule that begin later on the local day of `now` (epoch ms), ascending and
 * without repetitions.
 */
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

/**
 * Returns a row of a file for each shift, in the same order. Instants are ISO 8601, times in seconds; null: the machine did not
 * run.
 */
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
