import type { Answer } from '@millwatch/contract/endpoint'
import type { readDevicePage } from '@millwatch/contract/http/devices-page'
import { toIso, toIsoOrNull } from '../../platform/http/instants.ts'
import { type DeviceEventRow, KIND, type QuarantineRow, reasonText } from '../ingest/index.ts'

type EventOfDevice = Answer<typeof readDevicePage>['events'][number]

const MOST_EVENTS = 100

const types = new Map<number, string>(Object.entries(KIND).map(([type, kind]) => [kind, type]))

const nothing = { cycle_time: null, number: null, temperature_1: null, analog_in_1: null, input: null, since: null }

/**
 * Returns the last 100 events of a device in API form, with those in quarantine. The latest received comes first; events that
 * were received together are sorted by their own time, the latest first, those without a time last.
 */
export function presentEvents(
  events: readonly DeviceEventRow[],
  quarantined: readonly QuarantineRow[],
): EventOfDevice[] {
  const all = [
    ...events.map((row) => ({ row, event: presentStored(row) })),
    ...quarantined.map((row) => ({ row, event: presentQuarantined(row) })),
  ]
  return all
    .sort((a, b) => b.row.receivedAt - a.row.receivedAt || (b.row.occurredAt ?? 0) - (a.row.occurredAt ?? 0))
    .slice(0, MOST_EVENTS)
    .map(({ event }) => event)
}

const presentStored = (row: DeviceEventRow): EventOfDevice => ({
  occurred_at: toIso(row.occurredAt),
  received_at: toIso(row.receivedAt),
  type: types.get(row.kind) ?? null,
  equipment_id: row.equipmentId === 0 ? null : row.equipmentId,
  cycle_time: row.cycleMs === null ? null : row.cycleMs / 1000,
  number: row.number,
  temperature_1: row.temperature1,
  analog_in_1: row.analogIn1,
  input: row.input,
  since: toIsoOrNull(row.since),
  reason_text: null,
  raw: null,
})

const presentQuarantined = (row: QuarantineRow): EventOfDevice => ({
  ...nothing,
  occurred_at: toIsoOrNull(row.occurredAt),
  received_at: toIso(row.receivedAt),
  type: null,
  equipment_id: null,
  reason_text: reasonText(row.reason),
  raw: row.raw,
})
