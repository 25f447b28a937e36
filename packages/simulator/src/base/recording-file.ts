import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { DeviceEvent } from '@millwatch/contract/devices'
import { Compile } from 'typebox/compile'

const deviceEvent = Compile(DeviceEvent)

/** Line of a recording: an envelope of the device protocol, and the name of the device that sent it. `sent_at` is epoch ms. */
export interface RecordedBatch {
  readonly device: string
  readonly batch_id: string
  readonly sent_at: number
  readonly events: readonly unknown[]
}

function parseLine(line: string, number: number): RecordedBatch {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error(`line ${number} is not JSON`)
  }
  const { device, batch_id, sent_at, events } = (value ?? {}) as Record<string, unknown>
  if (typeof device !== 'string' || typeof batch_id !== 'string' || !Array.isArray(events)) {
    throw new Error(`line ${number} has no device, batch_id or events`)
  }
  return { device, batch_id, sent_at: typeof sent_at === 'number' ? sent_at : latest(events), events }
}

const timeOf = (event: unknown): number => {
  const t = (event as { t?: unknown } | null)?.t
  return typeof t === 'number' ? t : 0
}

const latest = (events: readonly unknown[]): number =>
  events.reduce<number>((at, event) => Math.max(at, timeOf(event)), 0)

/** Returns the path of a recording in `fixtures/recordings`, by its name; the file may not exist. */
export function recordingPath(name: string): string {
  return fileURLToPath(new URL(`../../../../fixtures/recordings/${name}/events.ndjson.gz`, import.meta.url))
}

/**
 * Reads a recording (`.ndjson`, plain or gzipped), one envelope with `device` per line, in order of arrival; blank lines are
 * skipped. A missing `sent_at` becomes the time of the latest event of its batch (0 without events). Throws an error with the
 * number of the line for a line that is not an envelope.
 */
export function readRecording(path: string): RecordedBatch[] {
  const bytes = readFileSync(path)
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1)]))
}

/**
 * Returns the events of one device in a recording, sorted by time. Later batches with an id that occurred before, and items that
 * are not valid events, are left out.
 */
export function eventsOfDevice(batches: readonly RecordedBatch[], device: string): DeviceEvent[] {
  const seen = new Set<string>()
  const events: DeviceEvent[] = []
  for (const batch of batches) {
    if (batch.device !== device || seen.has(batch.batch_id)) continue
    seen.add(batch.batch_id)
    for (const event of batch.events) if (deviceEvent.Check(event)) events.push(event)
  }
  return events.sort((a, b) => a.t - b.t)
}
