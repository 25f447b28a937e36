import { describe, expect, test } from 'vitest'
import { readExpected, readRecordedEvents } from '../recordings/recorded-events.ts'
import { referenceMarks } from './marks.ts'
import { referenceEventOf } from './recorded.ts'

describe.each(['cnc-mill', 'moulding', 'die-casting'])('the reference model of marks on the recording %s', (folder) => {
  const recording = readRecordedEvents(folder)

  test.each(Object.entries(readExpected(folder)))(
    'are those an independent program found for %s',
    (device, expected) => {
      const events = (recording.get(device)?.events ?? []).map(referenceEventOf)
      const marked = referenceMarks({ events, changes: [], maxCycle: [] }, expected.last_ms)
      expect(marked.filter((cycle) => cycle.startup).length).toBe(expected.startup_cycles)
      expect(marked.filter((cycle) => cycle.outlier).length).toBe(expected.outlier_cycles)
      const ordinary = marked.filter((cycle) => !cycle.startup && !cycle.outlier).flatMap((cycle) => cycle.timeMs ?? [])
      const meanMs = ordinary.reduce((sum, ms) => sum + ms, 0) / ordinary.length
      expect(meanMs / 1000).toBeCloseTo(expected.ordinary_cycle_time_mean_s, 6)
    },
  )
})
