import type { NaiveEvent } from '../status/naive.testing.ts'
import type { Recorded } from '../status/recordings.testing.ts'

/** An event of a recording in the words of the naive model. */
export function naiveEventOf({ key, sent }: Recorded['events'][number]): NaiveEvent {
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
