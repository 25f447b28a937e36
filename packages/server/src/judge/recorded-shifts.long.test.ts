import { expect, test } from 'vitest'
import { readRecording } from '../testing/recordings.ts'
import { judgeRecording } from './recorded-shifts.testing.ts'

test.each(['cnc-mill', 'die-casting', 'moulding'])(
  'All of %s, with shifts and a changed past, is hour by hour and shift by shift as computed',
  async (name) => {
    const compared = await judgeRecording(readRecording(name))
    expect(compared).toBeGreaterThan(2000)
  },
)
