import { notifyText } from '@millwatch/domain/alarms'
import { now } from '../../lib/clock.ts'
import { csvRows } from '../../lib/csv.ts'
import { saveRows } from '../../lib/download.ts'
import { personName } from '../../lib/person-name.ts'
import { type AlarmList, type ListedAlarm, readExportedHistory } from './queries.ts'
import { outputsOf } from './words.ts'

type TableForm = 'csv' | 'json'

/** Returns an alarm as a row of an exported file, with the names of its machine, type, groups and people. */
const rowOf = (alarm: ListedAlarm) => ({
  id: alarm.id,
  equipment: alarm.Equipment.name,
  alarm_type: alarm.AlarmType.name,
  settings: alarm.settings,
  notify: notifyText(alarm.config.reassert_m, alarm.config.notify_on_clear),
  device_outputs: outputsOf(alarm.device_output_config),
  tripped: alarm.tripped,
  tripped_at: alarm.tripped_at,
  last_tripped_at: alarm.last_tripped_at,
  groups: alarm.RosterAlarms.map(({ Roster }) => Roster.name),
  people: alarm.UserAlarms.map(({ User }) => personName(User)),
})

type ExportedAlarm = ReturnType<typeof rowOf>

/** Returns rows as a CSV file with a header. Several names or outputs in a cell are joined by `;`, true and false are words. */
export function alarmsCsv(rows: readonly ExportedAlarm[]): string {
  const columns = [
    ...(['id', 'equipment', 'alarm_type', 'settings', 'notify', 'device_outputs', 'tripped', 'tripped_at'] as const),
    ...(['last_tripped_at', 'groups', 'people'] as const),
  ]
  const cell = (value: ExportedAlarm[keyof ExportedAlarm]) =>
    typeof value === 'object' && value !== null ? value.join(';') : typeof value === 'boolean' ? String(value) : value
  return csvRows([columns, ...rows.map((row) => columns.map((name) => cell(row[name])))])
}

/**
 * Saves the alarms of a list as a file in the format `extension`. The name of the file contains `entity` (the machine or unit)
 * and the day, in `zone`, on which the list was read.
 */
export function exportAlarms({ alarms, asOf }: AlarmList, entity: string, zone: string, extension: TableForm): void {
  saveRows({ entity, from: asOf, to: asOf, zone, subject: 'alarms', extension }, alarms.map(rowOf), alarmsCsv)
}

type ExportedTrip = Awaited<ReturnType<typeof readExportedHistory>>[number]

const HISTORY_COLUMNS = [
  ...(['equipment', 'alarm_id', 'alarm_type', 'created_at', 'cleared_at', 'args', 'args_latest'] as const),
  ...(['acknowledged_at', 'acknowledged_by', 'acknowledged_notes'] as const),
]

/** Returns rows of the history of alarms as a CSV file with a header. Arguments, which are objects, are written as JSON. */
export function historyCsv(rows: readonly ExportedTrip[]): string {
  const cell = (value: ExportedTrip[keyof ExportedTrip]) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  return csvRows([HISTORY_COLUMNS, ...rows.map((row) => HISTORY_COLUMNS.map((name) => cell(row[name])))])
}

/** Words for the name of the file with an exported history, and the beginning of its period. */
interface HistoryFile {
  readonly entity: string
  readonly subject: string
  readonly zone: string
  /** Beginning of the period, epoch ms; undefined: the period begins with the first trip. */
  readonly from?: number | undefined
}

/** Number of alarms in one request for the history, at most. */
const MOST_ALARMS = 1000

/**
 * Reads the history of alarms from `from` until now, or of all time, and saves it as a file with the latest trip first. Throws an
 * error if there is no trip.
 */
export async function exportHistoryOf(
  alarmIds: readonly number[],
  { from, ...file }: HistoryFile,
  extension: TableForm,
): Promise<void> {
  const parts: ExportedTrip[][] = []
  for (let i = 0; i < alarmIds.length; i += MOST_ALARMS)
    parts.push(await readExportedHistory(alarmIds.slice(i, i + MOST_ALARMS), from === undefined ? {} : { from }))
  const rows = parts.flat().sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  const first = rows.at(-1)
  if (first === undefined) throw new Error('No alarm history to export for the selected range')
  saveRows({ ...file, from: from ?? Date.parse(first.created_at), to: now(), extension }, rows, historyCsv)
}

/** Reads the whole history of an alarm and saves it as a file, the latest trip first. Throws an error if there is no trip. */
export const exportHistory = (alarm: ListedAlarm, zone: string, extension: TableForm): Promise<void> =>
  exportHistoryOf(
    [alarm.id],
    { entity: alarm.Equipment.name, subject: `${alarm.AlarmType.name} alarm history`, zone },
    extension,
  )
