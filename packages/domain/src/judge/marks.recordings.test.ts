import { describe, expect, test } from 'vitest'
import { naiveMarks } from '../status/naive-marks.testing.ts'
import { readExpected, readRecording } from '../status/recordings.testing.ts'
import { naiveEventOf } from './recorded.testing.ts'

describe.each(['cnc-mill', 'moulding', 'die-casting'])('the naive marks of the recording %s', (folder) => {
  const recording = readRecording(folder)

  test.each(Object.entries(readExpected(folder)))(
    'are those an independent program found for %s',
    (device, expected) => {
      const events = (recording.get(device)?.events ?? []).map(naiveEventOf)
      const marked = naiveMarks({ events, changes: [], maxCycle: [] }, expected.last_ms)
      expect(marked.filter((one) => one.startup).length).toBe(expected.startup_cycles)
      expect(marked.filter((one) => one.outlier).length).toBe(expected.outlier_cycles)
      const ordinary = marked.filter((one) => !one.startup && !one.outlier).flatMap((one) => one.timeMs ?? [])
      const meanMs = ordinary.reduce((sum, ms) => sum + ms, 0) / ordinary.length
      expect(meanMs / 1000).toBeCloseTo(expected.ordinary_cycle_time_mean_s, 6)
    },
  )
})
