import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { MachineEvent } from '@millwatch/domain/status'
import { type EventContent, expand } from '@millwatch/domain/status'
import { compareEvents, type EventKey } from '@millwatch/domain/telemetry'

const folder = new URL('../../../../fixtures/recordings/', import.meta.url)

interface Sent {
  device: string
  batch_id: string
  events: SentEvent[]
}

/**
 * Event as the devices of the recordings send it. `t` and `since` are epoch ms, `cycle_time` is seconds, `value` is the level of
 * an input, and `temperature_1` is the reading of a sensor.
 */
export interface SentEvent {
  t: number
  type: 'cycle' | 'tlm' | 'input' | 'status' | 'power' | 'ping'
  cycle_time?: number
  count?: number
  temperature_1?: number
  status?: 'running' | 'down'
  on?: boolean
  since?: number
  input?: string
  value?: 0 | 1
}

/**
 * Expected results for a device of a recording, computed by an independent program. Names end with the unit: `_ms`, `_s`;
 * `first_ms` and `last_ms` are epoch ms.
 */
export interface Expected {
  events_received: number
  events_unique: number
  first_ms: number
  last_ms: number
  status_ms: Record<string, number>
  intervals: Record<string, number>
  stops_at_least_300s: number
  longest_stop_ms: number
  stops_excessive: number
  excessive_ms: number
  cycles: number
  startup_cycles: number
  outlier_cycles: number
  /** Mean cycle time in seconds of the cycles that are neither startup cycles nor outliers. */
  ordinary_cycle_time_mean_s: number
  temperature_readings: number
  hours: ({ hour: number; cycles?: number } & Record<string, number | undefined>)[]
}

export interface Recorded {
  received: number
  /** Events in the order of the domain (time, batch, position), each once, although a batch may have been sent several times. */
  events: { key: EventKey; sent: SentEvent }[]
}

const recordings = new Map<string, Map<string, Recorded>>()

/**
 * Returns the events of a recording by the name of their device. Its file is read once for all callers, who must not change the
 * result. Throws an error for an unknown recording.
 */
export function readRecordedEvents(name: string): ReadonlyMap<string, Recorded> {
  const recording = recordings.get(name) ?? readLines(name)
  recordings.set(name, recording)
  return recording
}

function readLines(name: string): Map<string, Recorded> {
  const lines = gunzipSync(readFileSync(new URL(`${name}/events.ndjson.gz`, folder)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
  const devices = new Map<string, { received: number; byId: Map<string, Recorded['events'][number]> }>()
  for (const line of lines) {
    const batch = JSON.parse(line) as Sent
    const device = devices.get(batch.device) ?? { received: 0, byId: new Map() }
    devices.set(batch.device, device)
    device.received += batch.events.length
    for (const [position, sent] of batch.events.entries()) {
      const key = { at: sent.t, batchId: batch.batch_id, position }
      device.byId.set(`${position} ${batch.batch_id}`, { key, sent })
    }
  }
  return new Map(
    [...devices].map(([name, { received, byId }]) => [
      name,
      { received, events: [...byId.values()].sort((a, b) => compareEvents(a.key, b.key)) },
    ]),
  )
}

export function readExpected(name: string): Record<string, Expected> {
  const text = readFileSync(new URL(`${name}/expected.json`, folder), 'utf8')
  return (JSON.parse(text) as { devices: Record<string, Expected> }).devices
}

export function machineEvents(recorded: Recorded): MachineEvent[] {
  return recorded.events.flatMap(({ key, sent }) => expand(key, eventsOf(sent), null)).sort(compareEvents)
}

/**
 * Returns the content of an event of the device protocol as an event of the domain: seconds become ms, an absent count is 1, an
 * absent level is 0, and other absent times are null.
 */
export function eventsOf(sent: SentEvent): EventContent {
  switch (sent.type) {
    case 'cycle': {
      const cycleMs = sent.cycle_time === undefined ? null : Math.round(sent.cycle_time * 1000)
      return { type: 'cycle', cycleMs, count: sent.count ?? 1 }
    }
    case 'status':
      return { type: 'status', running: sent.status === 'running' }
    case 'power':
      return { type: 'power', on: sent.on === true }
    case 'ping':
      return { type: 'ping', since: sent.since ?? null }
    case 'input':
      return { type: 'input', input: sent.input ?? '', level: sent.value ?? 0 }
    default:
      return { type: sent.type }
  }
}
