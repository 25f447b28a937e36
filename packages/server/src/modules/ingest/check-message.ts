import { hash } from 'node:crypto'
import { DeviceEvent, type EnvelopeShape, type QuarantineReason } from '@millwatch/contract/devices'
import { checkEventTime } from '@millwatch/domain/telemetry'
import { Compile } from 'typebox/compile'
import { keptText, keptWithin } from './kept-text.ts'
import { type CheckedBatch, KIND, type QuarantinedEvent, type StoredEvent } from './stored-event.ts'

const readable = Compile(DeviceEvent)
const types: ReadonlySet<unknown> = new Set(Object.keys(KIND))

/**
 * Message of a device whose envelope is valid and whose events are not checked yet. `receivedAt` is epoch ms; `ip` is null when
 * unknown.
 */
export interface ParsedMessage {
  readonly deviceId: number
  readonly envelope: EnvelopeShape
  readonly receivedAt: number
  readonly ip: string | null
}

/**
 * Checks the events of a message one by one, and returns the batch to store; stores nothing. Readable events with a plausible
 * time become stored events, also those a little ahead of `receivedAt`. All others become entries for quarantine, with reason and
 * text (domain rules, section 1). The batch also contains the address, firmware and acknowledgements that the readable events
 * contain.
 */
export function checkMessage(message: ParsedMessage): CheckedBatch {
  const { envelope, receivedAt } = message
  const events: StoredEvent[] = []
  const quarantined: QuarantinedEvent[] = []
  const content: unknown[] = []
  const about: About = { ip: message.ip, firmware: null, acks: new Set() }
  let clockAhead = false
  for (let position = 0; position < envelope.events.length; position++) {
    const raw = envelope.events[position]
    if (!readable.Check(raw)) {
      const reason = isOfUnknownType(raw) ? 'unknown_type' : 'unreadable'
      content.push(raw)
      quarantined.push({ position, reason, ...keptText(raw, false), occurredAt: null, releaseAt: null })
      continue
    }
    const event = typed(raw, position, about)
    content.push([
      event.kind,
      event.occurredAt,
      event.cycleMs,
      event.number,
      event.temperature1,
      event.analogIn1,
      event.since,
      event.input,
    ])
    const time = earlierVerdict(event, receivedAt)
    if (time === 'now' || time === 'soon') events.push(event)
    else {
      clockAhead ||= time !== 'clock_not_set'
      quarantined.push(outOfTime(time, position, raw, event.occurredAt))
    }
  }
  return {
    deviceId: message.deviceId,
    batchId: envelope.batch_id,
    sentAt: envelope.sent_at ?? null,
    receivedAt,
    contentHash: hash('sha256', JSON.stringify(content), 'buffer'),
    eventCount: envelope.events.length,
    events,
    quarantined,
    clockAhead,
    ip: about.ip,
    firmware: about.firmware,
    acks: [...about.acks],
    texts: () => envelope.events.map((event) => keptText(event, readable.Check(event))),
  }
}

/**
 * Returns a batch with the whole body as its only entry for quarantine (`not_an_envelope`), for sources that cannot answer with
 * an error. The batch id is a hash of the body, so the same body sent again is a duplicate.
 */
export function checkUnreadable(deviceId: number, body: Buffer, receivedAt: number): CheckedBatch {
  const contentHash = hash('sha256', body, 'buffer')
  const text = keptWithin(body.toString('utf8'), () => contentHash, body.length)
  return {
    deviceId,
    batchId: `unreadable-${contentHash.toString('hex')}`,
    sentAt: null,
    receivedAt,
    contentHash,
    eventCount: 1,
    events: [],
    quarantined: [{ position: null, reason: 'not_an_envelope', ...text, occurredAt: null, releaseAt: null }],
    clockAhead: false,
    ip: null,
    firmware: null,
    acks: [],
    texts: () => [text],
  }
}

/** End of the year 9999 (epoch ms), the latest instant that answers can contain. */
const LAST_INSTANT_MS = Date.UTC(10_000, 0, 1) - 1

/**
 * Returns the event that a text in quarantine contains, with the given position. Null when the text is no readable event, when
 * the device's clock was not set, or when its time is after the year 9999, as such an event could never be stored.
 */
export function readQuarantined(raw: string, position: number): StoredEvent | null {
  try {
    const value: unknown = JSON.parse(raw)
    if (!readable.Check(value)) return null
    const event = typed(value, position, { ip: null, firmware: null, acks: new Set() })
    if (event.occurredAt > LAST_INSTANT_MS) return null
    return earlierVerdict(event, event.occurredAt) === 'clock_not_set' ? null : event
  } catch {
    return null
  }
}

interface About {
  ip: string | null
  firmware: string | null
  readonly acks: Set<number>
}

function typed(event: DeviceEvent, position: number, about: About): StoredEvent {
  const blank = {
    occurredAt: event.t,
    position,
    cycleMs: null,
    number: null,
    temperature1: null,
    analogIn1: null,
    since: null,
    input: null,
  }
  switch (event.type) {
    case 'cycle': {
      const readings = { temperature1: event.temperature_1 ?? null, analogIn1: event.analog_in_1 ?? null }
      const count = event.count ?? 1
      // A cycle with count 0 is stored as a reading.
      if (count === 0) return { ...blank, ...readings, kind: KIND.tlm }
      const cycleMs = event.cycle_time == null ? null : Math.round(event.cycle_time * 1000)
      return { ...blank, ...readings, kind: KIND.cycle, cycleMs, number: count }
    }
    case 'tlm':
      return {
        ...blank,
        kind: KIND.tlm,
        temperature1: event.temperature_1 ?? null,
        analogIn1: event.analog_in_1 ?? null,
      }
    case 'status':
      return { ...blank, kind: KIND.status, number: event.status === 'running' ? 1 : 0 }
    case 'power':
      return { ...blank, kind: KIND.power, number: event.on ? 1 : 0 }
    case 'input':
      return { ...blank, kind: KIND.input, number: event.value, input: event.input }
    case 'ping': {
      about.ip = event.ip ?? about.ip
      about.firmware = event.firmware ?? about.firmware
      const since = event.since !== undefined && event.since < event.t ? event.since : null
      return { ...blank, kind: KIND.ping, since }
    }
    case 'impact':
      return { ...blank, kind: KIND.impact, analogIn1: event.force }
    case 'ack':
      about.acks.add(event.id)
      return { ...blank, kind: KIND.ack, number: event.id }
  }
}

/**
 * Returns the verdict on an event's time as of `now` (epoch ms). A `since` from before the clock was set gives `clock_not_set`,
 * like such a time of the event itself.
 */
function earlierVerdict(event: StoredEvent, now: number) {
  if (event.since !== null && checkEventTime(event.since, now) === 'clock_not_set') return 'clock_not_set'
  return checkEventTime(event.occurredAt, now)
}

function isOfUnknownType(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'type' in raw && !types.has(raw.type)
}

function outOfTime(
  time: 'hold' | 'hold_admin' | 'clock_not_set',
  position: number,
  raw: unknown,
  at: number,
): QuarantinedEvent {
  if (time === 'hold') return refusal(position, 'clock_ahead', raw, at, at)
  return refusal(position, time === 'hold_admin' ? 'clock_far_ahead' : 'clock_not_set', raw, at, null)
}

function refusal(
  position: number,
  reason: QuarantineReason,
  raw: unknown,
  occurredAt: number,
  releaseAt: number | null,
): QuarantinedEvent {
  return { position, reason, ...keptText(raw, true), occurredAt, releaseAt }
}
