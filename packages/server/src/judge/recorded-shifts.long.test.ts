import { someOf } from '@millwatch/domain/judge/budget.testing'
import { expect, test } from 'vitest'
import { readRecording } from '../testing/recordings.ts'
import { compareRecording } from './recorded-shifts.testing.ts'

test.each(someOf(['cnc-mill', 'die-casting', 'moulding'], 1))(
  'All of %s, with shifts and a changed past, is hour by hour and shift by shift as computed',
  async (name) => {
    const compared = await compareRecording(readRecording(name))
    expect(compared).toBeGreaterThan(2000)
  },
)
