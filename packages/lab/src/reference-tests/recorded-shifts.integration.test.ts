import { expect, test } from 'vitest'
import { beginningOf, readRecording } from '../recordings/recordings.ts'
import { compareRecording } from './recorded-shifts.ts'

test.each(['cnc-mill', 'die-casting', 'moulding'])(
  'The first two days of %s, with shifts and a changed past, are hour by hour and shift by shift as computed',
  async (name) => {
    const compared = await compareRecording(beginningOf(readRecording(name), 48), 2)
    expect(compared).toBeGreaterThan(600)
  },
  180_000,
)
