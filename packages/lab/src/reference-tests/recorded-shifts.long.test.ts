import { expect, test } from 'vitest'
import { someOf } from '../budget.ts'
import { readRecording } from '../recordings/recordings.ts'
import { compareRecording } from './recorded-shifts.ts'

test.each(someOf(['cnc-mill', 'die-casting', 'moulding'], 1))(
  'All of %s, with shifts and a changed past, is hour by hour and shift by shift as computed',
  async (name) => {
    const compared = await compareRecording(readRecording(name))
    expect(compared).toBeGreaterThan(2000)
  },
)
