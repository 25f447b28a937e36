import type { Recorded } from '../recordings/read-recording.ts'
import type { ReferenceEvent } from './status-data.ts'

/** Converts an event of a recording into one of the reference model. */
export function referenceEventOf({ key, sent }: Recorded['events'][number]): ReferenceEvent {
  const { at, batchId, position } = key
  const base = { at, batchId, position }
  switch (sent.type) {
    case 'cycle': {
      const cycleMs = sent.cycle_time === undefined ? undefined : Math.round(sent.cycle_time * 1000)
      return { ...base, type: 'cycle', cycleMs, count: sent.count ?? 1 }
    }
    case 'status':
      return { ...base, type: 'status', running: sent.status === 'running' }
    case 'power':
      return { ...base, type: 'power', on: sent.on === true }
    case 'ping':
      return { ...base, type: 'ping', sinceAt: sent.since }
    default:
      return { ...base, type: 'tlm' }
  }
}
