/** Compares the history of alarms on a recording with the independent computation. */
import type { AlarmArgs, AlarmTypeId } from '@millwatch/domain/alarms'
import { expect } from 'vitest'
import { readExpected } from '../recordings/recorded-events.ts'
import { historyAfter } from './alarm-rules.ts'
import { recordedStory } from './recorded-alarm-stories.ts'
import { recordedTrips } from './recorded-alarms.ts'

const alarms: readonly (readonly [AlarmTypeId, AlarmArgs])[] = [
  [1, { cycles: 10, scheduled_only: false }],
  [1, { cycles: 30, scheduled_only: true }],
  [2, {}],
  [4, { minutes: 5 }],
  [4, { minutes: 60 }],
  [5, { cycle_count: 300, notes: '' }],
  [6, { runtime_hours: 12.5, notes: '' }],
  [7, { duration: 1, duration_unit: 'days', notes: '' }],
  [8, { what: 'temperature', direction: 'above', value: 45, minutes: 5 }],
  [8, { what: 'temperature', direction: 'above', value: 276, minutes: 0 }],
  [9, { below: 50, hours: 1, scheduled_only: true }],
  [9, { below: 62.5, hours: 8, scheduled_only: false }],
  [10, { below: 40, shift: 'all' }],
]

/** Name of a recording and name of a device in it, for all devices of the recordings. */
export const recordedDevices = ['cnc-mill', 'moulding', 'die-casting'].flatMap((name) =>
  Object.keys(readExpected(name)).map((device) => [name, device] as const),
)

/**
 * Evaluates alarms of nearly every type on a device of a recording, in `steps` steps as its batches arrived, and compares their
 * histories with the independent computation. Returns the number of trips; throws an assertion error at a difference.
 */
export function recordedAlarmsAgree(name: string, device: string, steps: number): number {
  const story = recordedStory(name, device, steps)
  const last = story.steps.at(-1)
  if (last === undefined) throw new Error('an empty recording')
  const { intervals, values, contacts } = last.machine
  const cycles = last.machine.cycles.map(({ at }) => at)
  let trips = 0
  for (const [typeId, args] of alarms) {
    const should = recordedTrips({ intervals, values, contacts, cycles, now: last.now }, typeId, args)
    expect(historyAfter(typeId, args, story), `type ${typeId} with ${JSON.stringify(args)}`).toEqual(should)
    trips += should.length
    if (typeId === 2) expect(should.length).toBe(readExpected(name)[device]?.stops_excessive)
  }
  return trips
}
