import type { Recorded } from '../recordings/recorded-events.ts'
import type { ReferenceEvent } from './status-data.ts'

/**
 * Returns an event of a recording in the form of the reference model: seconds become ms, an absent count is 1, and types that do
 * not show the status become `tlm`.
 */
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
