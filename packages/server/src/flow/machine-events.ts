import { STARTUP } from '@millwatch/domain/ingest'
import { type EventContent, expand, type MachineEvent } from '@millwatch/domain/status'
import { compareEvents, type EventKey } from '@millwatch/domain/telemetry'
import { type EventRow, KIND, type PlacedEvent } from '../modules/ingest/index.ts'

/**
 * Event with the fields from which status and latest values are computed, just received or read from the log. `at` is epoch ms.
 */
export interface KnownEvent extends Omit<EventRow, 'occurredAt'> {
  readonly at: number
  /** True for a cycle that was marked as a startup cycle when it was received. */
  readonly isStartup: boolean
}

export function knownFromPlaced({ event, batchId, mark }: PlacedEvent): KnownEvent {
  return {
    at: event.occurredAt,
    batchId,
    position: event.position,
    kind: event.kind,
    cycleMs: event.cycleMs,
    number: event.number,
    temperature1: event.temperature1,
    analogIn1: event.analogIn1,
    since: event.since,
    input: event.input,
    isStartup: mark === STARTUP,
  }
}

/** Converts an event of the log. `isStartup` is always false, as the mark is not among the columns that are read. */
export function knownFromRow(row: EventRow): KnownEvent {
  return {
    at: row.occurredAt,
    batchId: row.batchId,
    position: row.position,
    kind: row.kind,
    cycleMs: row.cycleMs,
    number: row.number,
    temperature1: row.temperature1,
    analogIn1: row.analogIn1,
    since: row.since,
    input: row.input,
    isStartup: false,
  }
}

/**
 * Returns the status events of a stored event: the event itself, last, and before it, for a ping with `since`, an event at that
 * time. Events before `primaryFrom` (epoch ms; null: no limit) are left out.
 */
export function signalsOf(event: KnownEvent, primaryFrom: number | null): MachineEvent[] {
  return expand(event, signalOf(event), primaryFrom)
}

function signalOf({ kind, cycleMs, number, since, input }: KnownEvent): EventContent {
  switch (kind) {
    case KIND.cycle:
      return { type: 'cycle', cycleMs, count: number ?? 1 }
    case KIND.status:
      return { type: 'status', running: number === 1 }
    case KIND.power:
      return { type: 'power', on: number === 1 }
    case KIND.ping:
      return { type: 'ping', since }
    case KIND.input:
      return { type: 'input', input: input ?? '', level: number === 1 ? 1 : 0 }
    default:
      return { type: 'tlm' }
  }
}

/** Sorts the given list itself by the order of events (time, batch, position), and returns it. */
export const inOrder = (events: MachineEvent[]): MachineEvent[] => events.sort(compareEvents)

/**
 * Returns true if an event comes after `last` in the order of events (time, batch, position); always true for `last`
 * null.
 */
export function isAfter(event: EventKey, last: EventKey | null): boolean {
  return last === null || compareEvents(event, last) > 0
}
