import type { DeviceEvent } from '@millwatch/contract/devices'
import {
  type EventContent,
  expand,
  type Interval,
  initialStatusState,
  intervalsOf,
  type MachineEvent,
  replayEvents,
  type StatusSettings,
} from '@millwatch/domain/status'
import { compareEvents } from '@millwatch/domain/telemetry'
import { readable, type SentBatch } from './ledger.ts'

/**
 * Returns the status intervals that these batches give when all their readable events up to `now` (epoch ms, inclusive) are
 * computed once, in order, in memory.
 */
export function undisturbedIntervals(
  batches: readonly Pick<SentBatch, 'envelope' | 'horizonAt'>[],
  settings: StatusSettings,
  now: number,
): Interval[] {
  const events: MachineEvent[] = []
  for (const entry of batches) {
    const { batch_id: batchId, events: sent } = entry.envelope
    for (const [position, raw] of sent.entries()) {
      const event = readable(entry, raw)
      if (event !== undefined && event.t <= now)
        events.push(...expand({ at: event.t, batchId, position }, saidBy(event), null))
    }
  }
  events.sort(compareEvents)
  return intervalsOf(replayEvents({ state: initialStatusState(), events, now, settings }))
}

function saidBy(event: DeviceEvent): EventContent {
  switch (event.type) {
    case 'cycle': {
      const { cycle_time: seconds, count = 1 } = event
      return { type: 'cycle', cycleMs: seconds == null ? null : Math.round(seconds * 1000), count }
    }
    case 'status':
      return { type: 'status', running: event.status === 'running' }
    case 'power':
      return { type: 'power', on: event.on }
    case 'ping':
      return { type: 'ping', since: event.since ?? null }
    case 'input':
      return { type: 'input', input: event.input, level: event.value }
    default:
      return { type: 'tlm' }
  }
}
