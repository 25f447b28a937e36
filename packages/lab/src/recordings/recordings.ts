import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { HOUR_MS } from '@millwatch/domain/time'

const root = new URL('../../../../', import.meta.url)
export const statusNames = ['running', 'down', 'offline', 'powered-off'] as const
export type StatusName = (typeof statusNames)[number]
type PerStatus = Partial<Record<StatusName, number>>

/**
 * Figures that an independent program computed for an hour of a recording: ms by status, and cycles. `hour` is the start of the
 * hour in epoch s; absent figures are 0.
 */
export type ExpectedHour = PerStatus & { readonly hour: number; readonly cycles?: number }

/**
 * Figures that an independent program computed for a device of a recording. Names end with the unit: `_ms`, `_s`; `first_ms` and
 * `last_ms` are epoch ms.
 */
export interface ExpectedDevice {
  readonly events_received: number
  readonly events_unique: number
  readonly first_ms: number
  readonly last_ms: number
  readonly status_ms: PerStatus
  readonly intervals: PerStatus
  readonly cycles: number
  readonly temperature_readings: number
  readonly temperature_mean: number
  readonly hours: readonly ExpectedHour[]
  readonly stops_excessive: number
  readonly excessive_ms: number
  readonly startup_cycles: number
  readonly outlier_cycles: number
  readonly ordinary_cycle_time_mean_s: number
}

interface RecordedEvent {
  readonly t: number
  readonly type: string
  readonly temperature_1?: number | null
}
export interface RecordedLine {
  readonly device: string
  readonly batch_id: string
  readonly sent_at: number
  readonly events: readonly RecordedEvent[]
}

export interface Recording {
  readonly name: string
  readonly lines: readonly RecordedLine[]
  readonly expected: Readonly<Record<string, ExpectedDevice>>
}

export function readRecording(name: string): Recording {
  const folder = new URL(`fixtures/recordings/${name}/`, root)
  const text = gunzipSync(readFileSync(new URL('events.ndjson.gz', folder))).toString('utf8')
  const { devices } = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))
  return {
    name,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    expected: devices,
  }
}

/**
 * Returns a recording with only the events of its first `hours`, counted from the first full hour. Devices without events are
 * left out. It keeps the expected figures of the hours that ended at least an hour before the cut, since later events cannot
 * change them. All other expected figures of a device remain those of the whole recording.
 */
export function beginningOf(recording: Recording, hours: number): Recording {
  const first = Math.min(...Object.values(recording.expected).map((device) => device.first_ms))
  const cut = Math.ceil(first / HOUR_MS) * HOUR_MS + hours * HOUR_MS
  const lines = recording.lines
    .map((line) => ({ ...line, events: line.events.filter((event) => event.t < cut) }))
    .filter((line) => line.events.length > 0)
  const spoke = new Set(lines.map((line) => line.device))
  const shortened = Object.entries(recording.expected)
    .filter(([device]) => spoke.has(device))
    .map(([device, all]) => {
      const kept = all.hours.filter(({ hour }) => hour * 1000 + HOUR_MS <= cut - HOUR_MS)
      return [device, { ...all, hours: kept }] as const
    })
  return { ...recording, lines, expected: Object.fromEntries(shortened) }
}
